import type { Queries } from '#platform/database/database.ts'

export type ReportsView = ReturnType<typeof reportsView>

/** Whom a report of a company is about. */
export function reportsView(db: Queries) {
  return {
    company: (id: number) => db.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst(),

    largestAccounts: (companyId: number, limit: number) =>
      db
        .selectFrom('accounts')
        .select(['id', 'username', 'refresh_days'])
        .where('company_id', '=', companyId)
        .orderBy('sort_followers', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    countAccounts: async (companyId: number): Promise<number> => {
      const row = await db
        .selectFrom('accounts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}
