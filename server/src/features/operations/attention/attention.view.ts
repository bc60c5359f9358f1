/** What waits in the companies of a scope, in one read for each kind. */
import { type MoveKind, UNREAD_DAYS } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import { needsPerson } from '#features/publishing/index.ts'
import type { Queries } from '#platform/database/database.ts'
import { inDemo, inOwnCompanies, inOwnContent } from '#platform/database/own-companies.ts'

const DAY_MS = 24 * 60 * 60_000
/** Failed work is news for this long. */
const FAILED_MS = 7 * DAY_MS
type CompanyScope = 'all' | number

/** Why the last reading of a profile gave nothing. */
const lastFailure = sql<string | null>`(select profile_syncs.failure from profile_syncs
  where profile_syncs.username_key = accounts.username_key and profile_syncs.failing_since is not null)`.as('failure')

export function attentionView(db: Queries, scope: CompanyScope, now: number) {
  const within = (column: string, inOwn = inOwnContent) =>
    scope === 'all' ? inOwn(column) : sql<boolean>`${sql.ref(column)} = ${scope}`
  return {
    /** The largest first, among the moves since a day. */
    moves: (since: number) =>
      db
        .selectFrom('account_moves')
        .innerJoin('accounts', 'accounts.id', 'account_moves.account_id')
        .select(['accounts.id', 'username', 'company_id as companyId', 'day', 'change', 'kind', 'others'])
        .where('day', '>=', since)
        .$narrowType<{ day: number; change: number; kind: MoveKind; others: number }>()
        .where(within('company_id', inOwnCompanies))
        .execute(),

    /** How many accounts have had no reading for more than two days, and the ones longest without. */
    async unread(limit: number) {
      const since = now - UNREAD_DAYS * DAY_MS
      const accounts = () =>
        db
          .selectFrom('accounts')
          .where((row) =>
            row.or([
              row.and([row('captured_at', '<', since), sql<boolean>`captured_at + slack_ms < ${since}`]),
              row.and([row('captured_at', 'is', null), row('created_at', '<', since)]),
            ]),
          )
          .where(within('company_id', inOwnCompanies))
      const [counted] = await accounts()
        .select((row) => row.fn.countAll<number>().as('count'))
        .execute()
      const count = Number(counted?.count ?? 0)
      if (count === 0) return { count, some: [] }
      const some = await accounts()
        .select(['id', 'username', 'captured_at', lastFailure])
        .orderBy(sql`coalesce(captured_at, created_at)`)
        .orderBy('id')
        .limit(limit)
        .execute()
      return { count, some }
    },

    /** Items that go out around now, with the time zone of their company; published and deleted ones are left out. */
    findPlanned: () =>
      db
        .selectFrom('content_items')
        .innerJoin('companies', 'companies.id', 'content_items.company_id')
        .leftJoin('accounts', 'accounts.id', 'content_items.account_id')
        .select(['content_items.company_id as companyId', 'publish_at as publishAt', 'time_zone as timeZone'])
        .select([sql<number>`length(publish_date)`.as('dateLength'), 'accounts.username'])
        .where('is_gone', '=', 0)
        .where('publish_at', 'is not', null)
        .where('publish_at', '>=', now - 2 * DAY_MS)
        .where('publish_at', '<=', now + 2 * DAY_MS)
        .where('status_key', 'not in', ['published', 'delete'])
        .where(within('content_items.company_id'))
        .$narrowType<{ publishAt: number }>()
        .orderBy('publish_at')
        .execute(),

    approvals: async () => {
      const [row] = await db
        .selectFrom('content_items')
        .select((count) => [
          count.fn.countAll<number>().as('count'),
          count.fn.min<number | null>('approval_asked_at').as('oldest'),
        ])
        .where('is_gone', '=', 0)
        .where('approval_asked_at', 'is not', null)
        .where(within('company_id'))
        .execute()
      return { count: Number(row?.count ?? 0), oldest: row?.oldest == null ? null : Number(row.oldest) }
    },

    /** Posts that wait for a person, and those that did not go out, the latest first. */
    publications: () =>
      db
        .selectFrom('publications')
        .select(['account_name as name', 'sentence as reason'])
        .where(needsPerson(now - FAILED_MS))
        .where(within('company_id'))
        .orderBy('changed_at', 'desc')
        .limit(LISTED_MAX)
        .execute(),

    /** Reels whose newest render failed, the latest first. */
    findFailedReels: () =>
      db
        .selectFrom('renders')
        .innerJoin('reels', 'reels.render_id', 'renders.id')
        .select(['renders.message as reason'])
        .where('renders.state', '=', 'failed')
        .where('ended_at', '>=', now - FAILED_MS)
        .where(within('renders.company_id'))
        .orderBy('ended_at', 'desc')
        .limit(LISTED_MAX)
        .execute(),

    /** Imports of folders that failed, the latest first. */
    findFailedImports: () =>
      db
        .selectFrom('drive_imports')
        .select(['message as reason', 'folder_name as name'])
        .where('state', '=', 'failed')
        .where('ended_at', '>=', now - FAILED_MS)
        .where(within('company_id'))
        .orderBy('ended_at', 'desc')
        .limit(LISTED_MAX)
        .execute(),

    /** Dead letters, but for readings of single accounts: those are counted as accounts without a reading. */
    findFailedWork: () =>
      db
        .selectFrom('jobs')
        .select(['kind', 'reason'])
        .where('state', '=', 'failed')
        .where('finished_at', '>=', now - FAILED_MS)
        .where('kind', '!=', 'refresh-account')
        .where(within('company_id'))
        .orderBy('finished_at', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED_MAX)
        .execute(),

    company: (id: number) =>
      db.selectFrom('companies').select(['id', 'name', 'time_zone']).where('id', '=', id).executeTakeFirst(),
  }
}

/** More than these are counted as this many. */
const LISTED_MAX = 200

/** What the first steps are judged by; the demo workspace counts for none of them. */
export async function firstStepFacts(db: Queries, userId: number | null) {
  const one = async (read: Promise<unknown[]>) => (await read).length > 0
  const isReal = sql<boolean>`not ${inDemo('company_id')}`
  const user =
    userId === null
      ? undefined
      : await db.selectFrom('users').select('must_change_password').where('id', '=', userId).executeTakeFirst()
  const people = await db
    .selectFrom('users')
    .select('id')
    .where((row) => row.or([row('company_id', 'is', null), isReal]))
    .limit(2)
    .execute()
  return {
    password: user?.must_change_password !== 1,
    accounts: await one(db.selectFrom('accounts').select('id').where(isReal).limit(1).execute()),
    reel: await one(db.selectFrom('videos').select('id').where(isReal).limit(1).execute()),
    colleague: people.length > 1,
  }
}
