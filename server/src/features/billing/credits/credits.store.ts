import { type Insertable, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inOwnContent } from '#platform/database/own-companies.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

type Entry = Insertable<Tables['credit_entries']>

const sumColumns = (welcome: string) => [
  sql<number>`coalesce(sum(case when kind in ('grant', 'lapse') then credits else 0 end), 0)`.as('given'),
  sql<number>`coalesce(-sum(case when kind in ('spend', 'give_back') then credits else 0 end), 0)`.as('used'),
  sql<number>`coalesce(sum(case when reason = ${welcome} then 1 else 0 end), 0)`.as('isWelcomed'),
]

const sums = prepareQuery((db, welcome: string, companyId: number) =>
  db.selectFrom('credit_entries').select(sumColumns(welcome)).where('company_id', '=', companyId),
)

export function creditsStore(db: Queries) {
  return {
    companyName: async (id: number) =>
      (await db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirst())?.name,

    /** False when this reason has moved credits already. */
    async add(entry: Entry): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('credit_entries')
        .values(entry)
        .onConflict((taken) => taken.columns(['company_id', 'reason']).doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** In one statement: takes what is there, or nothing. */
    async take(entry: Omit<Entry, 'kind' | 'credits'>, credits: number): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into credit_entries (company_id, reason, kind, credits, user_id, at)
        select cast(${entry.company_id} as integer), cast(${entry.reason} as text), 'spend', ${sql.lit(-credits)},
          cast(${entry.user_id} as integer), cast(${entry.at} as bigint)
        where (select coalesce(sum(credits), 0) from credit_entries where company_id = ${entry.company_id}) >= ${sql.lit(credits)}
        on conflict (company_id, reason) do nothing
      `.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },

    has: async (companyId: number, reason: string) =>
      (await db
        .selectFrom('credit_entries')
        .select('reason')
        .where('company_id', '=', companyId)
        .where('reason', '=', reason)
        .executeTakeFirst()) !== undefined,

    period: (companyId: number) =>
      db.selectFrom('credit_periods').selectAll().where('company_id', '=', companyId).executeTakeFirst(),

    setPeriod: async (row: Row<'credit_periods'>): Promise<void> => {
      const { company_id: _, ...rest } = row
      await db
        .insertInto('credit_periods')
        .values(row)
        .onConflict((taken) => taken.column('company_id').doUpdateSet(rest))
        .execute()
    },

    /** Of every company with a movement; beside one's own the demo workspace is none of them. */
    sumsOfCompanies: async (companyId: number | 'all', welcome: string) => {
      const rows = await db
        .selectFrom('credit_entries')
        .innerJoin('companies', 'companies.id', 'credit_entries.company_id')
        .select(['company_id as companyId', 'companies.name', 'companies.is_demo', ...sumColumns(welcome)])
        .where((row) => (companyId === 'all' ? inOwnContent('company_id') : row('company_id', '=', companyId)))
        .groupBy(['company_id', 'companies.name', 'companies.is_demo'])
        .execute()
      return rows.map(({ companyId, name, is_demo, ...sums }) => ({
        companyId,
        name,
        isDemo: is_demo === 1,
        sums: readSums(sums),
      }))
    },

    periods: () => db.selectFrom('credit_periods').selectAll().execute(),

    sums: async (companyId: number, welcome: string) => {
      const [row] = await sums(db, welcome, companyId)
      return readSums(row ?? {})
    },
  }
}

const readSums = ({ given = 0, used = 0, isWelcomed = 0 }: { given?: number; used?: number; isWelcomed?: number }) => ({
  given: Number(given),
  used: Number(used),
  isWelcomed: Number(isWelcomed) > 0,
})
