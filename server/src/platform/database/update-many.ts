import { PostgresAdapter, sql, type Updateable } from 'kysely'
import type { Queries } from './database.ts'
import type { Tables } from './schema.ts'

type TableWithId = { [Table in keyof Tables]: 'id' extends keyof Tables[Table] ? Table : never }[keyof Tables] & string

/**
 * Changes rows by their ids, each to values of its own, in one statement with one parameter. All rows must have the same columns.
 * An id that there is not changes nothing.
 */
export async function updateMany<Table extends TableWithId>(
  db: Queries,
  table: Table,
  rows: readonly (Updateable<Tables[Table]> & { id: number })[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const readGiven = (column: string) =>
    isPostgres ? sql.ref(`given.${column}`) : sql`given.value ->> ${sql.lit(`$.${column}`)}`
  const changes = Object.keys(first).flatMap((column) =>
    column === 'id' ? [] : [sql`${sql.ref(column)} = ${readGiven(column)}`],
  )
  const list = JSON.stringify(rows)
  const source = isPostgres
    ? sql`json_populate_recordset(null::${sql.table(table)}, ${list}::json)`
    : sql`json_each(${list})`
  await sql`update ${sql.table(table)} set ${sql.join(changes)} from ${source} as given
    where ${sql.ref(`${table}.id`)} = ${readGiven('id')}`.execute(db)
}
