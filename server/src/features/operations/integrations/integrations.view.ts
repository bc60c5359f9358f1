/** What the sources have read, for administrators. The demo workspace counts only where there is nothing else. */
import type { Source } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inDemo, inOwnCompanies } from '#platform/database/own-companies.ts'

export function integrationsView(db: Queries) {
  const own = () => db.selectFrom('accounts').where(inOwnCompanies('company_id'))
  return {
    accounts: async (): Promise<number> => {
      const [row] = await own()
        .select((count) => count.fn.countAll<number>().as('count'))
        .execute()
      return Number(row?.count ?? 0)
    },

    /** By the source of the latest figures; `lately`: those that were read since a moment. */
    accountsBySource: async (since: number) => {
      const rows = await own()
        .select((row) => [
          'source',
          row.fn.countAll<number>().as('accounts'),
          row.fn.countAll<number>().filterWhere('captured_at', '>=', since).as('lately'),
          row.fn.max<number | null>('captured_at').as('lastReadAt'),
        ])
        .where('source', 'is not', null)
        .groupBy('source')
        .$narrowType<{ source: Source }>()
        .execute()
      return rows.map(({ source, accounts, lately, lastReadAt }) => ({
        source,
        accounts: Number(accounts),
        lately: Number(lately),
        lastReadAt: lastReadAt === null ? null : Number(lastReadAt),
      }))
    },

    /** The one it has read last, before those of other sources; none of the demo workspace, which is on no Instagram. */
    accountFor: (source: Source) =>
      db
        .selectFrom('accounts')
        .select('username')
        .where(sql<boolean>`not ${inDemo('company_id')}`)
        .orderBy((row) => row.case().when('source', '=', source).then(0).else(1).end())
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
  }
}
