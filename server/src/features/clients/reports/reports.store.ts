import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

export type ReportRow = Row<'reports'>
export type NewReport = Insertable<Tables['reports']>

export function reportsStore(db: Queries) {
  return {
    find: (id: number) => db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The latest first. */
    page: (scope: number | 'all', after: number | null, limit: number) =>
      db
        .selectFrom('reports')
        .selectAll()
        .where((row) => (scope === 'all' ? inOwnCompanies('company_id') : row('company_id', '=', scope)))
        .$if(after !== null, (query) => query.where('id', '<', Number(after)))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    count: async (scope: number | 'all'): Promise<number> => {
      const row = await db
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((one) => (scope === 'all' ? inOwnCompanies('company_id') : one('company_id', '=', scope)))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    add: (row: NewReport) => db.insertInto('reports').values(row).returningAll().executeTakeFirstOrThrow(),

    remove: (id: number) => db.deleteFrom('reports').where('id', '=', id).execute(),

    ofDue: (scheduleId: number, dueAt: number) =>
      db
        .selectFrom('reports')
        .select('id')
        .where('schedule_id', '=', scheduleId)
        .where('due_at', '=', dueAt)
        .executeTakeFirst(),

    /** False where it has been deleted. */
    hasCompany: async (id: number): Promise<boolean> =>
      (await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    addView: (row: Insertable<Tables['report_views']>) => db.insertInto('report_views').values(row).execute(),

    findView: (id: string, now: number) =>
      db.selectFrom('report_views').selectAll().where('id', '=', id).where('until', '>', now).executeTakeFirst(),

    /** Open addresses of a report that is deleted. */
    removeViews: ({ company_id, html_hash }: Pick<ReportRow, 'company_id' | 'html_hash'>) =>
      db.deleteFrom('report_views').where('company_id', '=', company_id).where('html_hash', '=', html_hash).execute(),

    forgetViews: (now: number) => db.deleteFrom('report_views').where('until', '<=', now).execute(),
  }
}
