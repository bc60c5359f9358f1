/** What the store holds, for tests that say "nothing was stored" or "it is nowhere in the store". */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { MONTHLY_TABLES } from '#platform/database/months.ts'
import type { Tables } from '#platform/database/schema.ts'

export type Stored = Record<string, Record<string, unknown>[]>

/** Each connection counts its commits here: no answer to anyone depends on it. */
const BOOKKEEPING = 'commit_marks'

/** Indexes of SQLite's FTS5, kept in tables of its own: they hold no text that their accounts and items do not hold. */
const ofIndexes = ({ engine }: Database, name: string) =>
  engine === 'sqlite' && /^(account_names|content_texts)(_|$)/.test(name)

/** Of a month: its rows are those of the whole table. */
export const isPartition = ({ engine }: Database, name: string) =>
  engine === 'postgres' && MONTHLY_TABLES.some((table) => name.startsWith(`${table}_`))

/** Every row of every table (or of those named), in an order that depends on the rows alone. */
export async function readTables(database: Database, ...only: (keyof Tables)[]): Promise<Stored> {
  const names =
    only.length > 0
      ? only
      : (await tableNames(database)).filter(
          (name) => name !== BOOKKEEPING && !ofIndexes(database, name) && !isPartition(database, name),
        )
  const tables: Stored = {}
  for (const name of [...names].sort()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.queries)
    const inOrder = rows.map((row) => ({ row: { ...row }, text: JSON.stringify(row) }))
    tables[name] = inOrder.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ row }) => row)
  }
  return tables
}

const tableNames = async ({ queries }: Database) => (await queries.introspection.getTables()).map(({ name }) => name)
