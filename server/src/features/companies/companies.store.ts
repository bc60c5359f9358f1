import type { Updateable } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

/** Whoever decides by what a company has waits here, until its transaction ends, for whoever does so already. */
export async function lockCompany(
  { queries, engine }: { queries: Queries; engine: Engine },
  id: number,
): Promise<void> {
  // SQLite has one writer anyway.
  if (engine === 'sqlite') return
  await queries.selectFrom('companies').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export function companiesStore(db: Queries) {
  const matching = (q: string | undefined) => {
    const all = db.selectFrom('companies')
    return q ? all.where(contains('name_key', q.toLowerCase())) : all
  }
  return {
    /** By name; rows after the cursor's. */
    page: ({
      q,
      after,
      limit,
    }: {
      q?: string | undefined
      after: { value: string; id: number } | null
      limit: number
    }) =>
      matching(q)
        .selectAll()
        .$if(after !== null, (query) => query.where('name_key', '>', after?.value ?? ''))
        .orderBy('name_key')
        .limit(limit)
        .execute(),

    count: async (q: string | undefined) => {
      const row = await matching(q)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    find: (id: number) => db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst(),

    add: (row: {
      name: string
      website: string | null
      airtable_table: string | null
      time_zone: string
      now: number
    }) =>
      db
        .insertInto('companies')
        .values({
          name: row.name,
          name_key: row.name.toLowerCase(),
          website: row.website,
          airtable_table: row.airtable_table,
          time_zone: row.time_zone,
          created_at: row.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    change: (id: number, changes: Updateable<Tables['companies']>) =>
      db.updateTable('companies').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
  }
}

export type CompanyRow = NonNullable<Awaited<ReturnType<ReturnType<typeof companiesStore>['find']>>>
