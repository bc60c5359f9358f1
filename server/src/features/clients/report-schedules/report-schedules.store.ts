import type { ReportSubject } from '@tangelo/contract/limits'
import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

/** A mail is kept for a month; a schedule makes a report a week at most, and some more when its hour is changed. */
const LATEST_MAX = 20

export type ScheduleRow = Row<'report_schedules'>

export function reportSchedulesStore(db: Queries) {
  return {
    find: (id: number) => db.selectFrom('report_schedules').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The next first. */
    list: (scope: number | 'all', limit: number) =>
      db
        .selectFrom('report_schedules')
        .selectAll()
        .where((row) => (scope === 'all' ? inOwnCompanies('company_id') : row('company_id', '=', scope)))
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit)
        .execute(),

    count: async (companyId: number): Promise<number> => {
      const row = await db
        .selectFrom('report_schedules')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    contents: (companyId: number) =>
      db.selectFrom('report_schedules').select('content').where('company_id', '=', companyId).execute(),

    /** Who sends its reports; undefined for a demo, which sends nothing. */
    sender: (companyId: number) =>
      db.selectFrom('companies').select('name').where('id', '=', companyId).where('is_demo', '=', 0).executeTakeFirst(),

    /** The moments of its latest reports: mails of earlier ones are over. */
    latestDue: async (id: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('reports')
        .select('due_at')
        .where('schedule_id', '=', id)
        .orderBy('id', 'desc')
        .limit(LATEST_MAX)
        .execute()
      return rows.flatMap(({ due_at }) => (due_at === null ? [] : [Number(due_at)]))
    },

    /** The last report of each of these schedules. */
    lastReports: async (ids: readonly number[]): Promise<Map<number, number>> => {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('reports')
        .select(({ fn }) => ['schedule_id', fn.max('id').as('id')])
        .where('schedule_id', 'in', [...ids])
        .groupBy('schedule_id')
        .execute()
      return new Map(rows.map(({ schedule_id, id }) => [Number(schedule_id), Number(id)]))
    },

    /** How accounts, groups or companies of these ids are called now, each with its company. */
    namesOf: async (kind: ReportSubject, ids: readonly number[]) => {
      if (ids.length === 0) return []
      if (kind === 'account')
        return db
          .selectFrom('accounts')
          .select(['id', 'company_id', 'username as name'])
          .where('id', 'in', ids)
          .execute()
      if (kind === 'group')
        return db.selectFrom('account_groups').select(['id', 'company_id', 'name']).where('id', 'in', ids).execute()
      return db.selectFrom('companies').select(['id', 'id as company_id', 'name']).where('id', 'in', ids).execute()
    },

    add: (row: Insertable<Tables['report_schedules']>) =>
      db.insertInto('report_schedules').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (id: number, changes: Updateable<Tables['report_schedules']>) =>
      db.updateTable('report_schedules').set(changes).where('id', '=', id).execute(),

    remove: (id: number) => db.deleteFrom('report_schedules').where('id', '=', id).execute(),

    /** Those whose moment has come, and those whose company has moved to another time zone; without some of them. */
    due: (now: number, without: readonly number[], limit: number) =>
      db
        .selectFrom('report_schedules')
        .innerJoin('companies', 'companies.id', 'report_schedules.company_id')
        .selectAll('report_schedules')
        .select('companies.time_zone as company_time_zone')
        .where(({ or, eb, ref }) =>
          or([eb('next_at', '<=', now), eb('report_schedules.time_zone', '<>', ref('companies.time_zone'))]),
        )
        .$if(without.length > 0, (query) => query.where('report_schedules.id', 'not in', [...without]))
        .orderBy('next_at')
        .orderBy('report_schedules.id')
        .limit(limit)
        .execute(),

    /** False where another process, or a change of the schedule, was first. */
    moveOn: async (
      { id, next_at, time_zone }: Pick<ScheduleRow, 'id' | 'next_at' | 'time_zone'>,
      to: Pick<ScheduleRow, 'next_at' | 'next_day' | 'time_zone'>,
    ): Promise<boolean> => {
      const row = await db
        .updateTable('report_schedules')
        .set(to)
        .where('id', '=', id)
        .where('next_at', '=', next_at)
        .where('time_zone', '=', time_zone)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
