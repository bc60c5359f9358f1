/** Work that has failed, or waits for a person, and is no cause yet. */
import { sql } from 'kysely'
import { needsPerson } from '#features/publishing/index.ts'
import type { Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'

const DAY_MS = 24 * 60 * 60_000
/** What one evaluation takes up of a kind; the next one takes the rest. */
export const FOUND_MAX = 20_000
/** Failed work, and what a client has answered, is news for this long. */
export const FAILED_MS = 7 * DAY_MS

/** The demo workspace raises no alerts. */
export const isOwn = (column: string) => sql<boolean>`not ${inDemo(column)}`

export function failuresView(db: Queries) {
  /** What failed once and was mended may fail again: then it is another time of the same thing. */
  const failsNow = (subject: string) =>
    sql<boolean>`not exists (select 1 from alert_causes as known where known.kind = 'failed' and known.subject = ${sql.ref(subject)}
      and known.ended_at is null)`
  const timesBefore = (subject: string) =>
    sql<number>`(select coalesce(max(known.marker) + 1, 0) from alert_causes as known
      where known.kind = 'failed' and known.subject = ${sql.ref(subject)})`.as('timesBefore')

  return {
    /** Reels whose newest render failed. */
    findFailedRenders: (now: number) =>
      db
        .selectFrom('renders')
        .innerJoin('reels', 'reels.render_id', 'renders.id')
        .select(['renders.id', 'renders.company_id as companyId', 'renders.message', timesBefore('renders.id')])
        .where('renders.state', '=', 'failed')
        .where('ended_at', '>=', now - FAILED_MS)
        .where(isOwn('renders.company_id'))
        .where(failsNow('renders.id'))
        .limit(FOUND_MAX)
        .execute(),

    /** Posts that wait for a person, and those that did not go out. */
    stuckPublications: (now: number) =>
      db
        .selectFrom('publications')
        .select(['id', 'company_id as companyId', 'account_name as name', 'sentence as message'])
        .select(timesBefore('publications.id'))
        .where(needsPerson(now - FAILED_MS))
        .where(isOwn('company_id'))
        .where(failsNow('publications.id'))
        .limit(FOUND_MAX)
        .execute(),

    /** Open causes whose post waits for something else by now, or has failed meanwhile. */
    otherwiseStuck: () =>
      db
        .selectFrom('alert_causes')
        .innerJoin('publications', 'publications.id', 'alert_causes.subject')
        .select(['alert_causes.id', 'alert_causes.group_key as groupKey', 'alert_causes.amount'])
        .select('publications.sentence as detail')
        .where('alert_causes.kind', '=', 'failed')
        .where('alert_causes.ended_at', 'is', null)
        .where((row) => row('alert_causes.detail', '!=', row.ref('publications.sentence')))
        .execute(),

    /** Folders and files of figures that could not be imported. */
    findFailedImports: async (now: number) => {
      const folders = await db
        .selectFrom('drive_imports')
        .select(['id', 'company_id as companyId', 'folder_name as name', 'message', timesBefore('drive_imports.id')])
        .where('state', '=', 'failed')
        .where('ended_at', '>=', now - FAILED_MS)
        .where(isOwn('company_id'))
        .where(failsNow('drive_imports.id'))
        .limit(FOUND_MAX)
        .execute()
      const files = await db
        .selectFrom('metrics_imports')
        .select(['id', 'company_id as companyId', 'file_name as name', timesBefore('metrics_imports.id')])
        .where('state', '=', 'failed')
        .where('finished_at', '>=', now - FAILED_MS)
        .where(isOwn('company_id'))
        .where(failsNow('metrics_imports.id'))
        .limit(FOUND_MAX)
        .execute()
      return [...folders, ...files.map((file) => ({ ...file, message: null }))]
    },
  }
}
