/**
 * Puts carried rows into a store that was just made by its migrations. Triggers stay on: what they keep beside the rows (sums,
 * texts to search) follows from these, and is not brought along.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { CarriedTable } from './carried-rows.ts'
import type { Database } from './database.ts'

export interface RowLoader {
  /** Empties a table of what the migrations put there. Throws where it lacks one of the columns. */
  begin(table: CarriedTable): Promise<void>
  /** Answers how many rows were put there: all of them. */
  put(table: CarriedTable, lines: readonly string[]): Promise<number>
  /** From which numbers on rows get theirs. */
  setCounters(counters: Readonly<Record<string, number>>): Promise<void>
  end(): Promise<void>
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

function refuseMissing({ name, columns }: CarriedTable, known: readonly string[]): void {
  const missing = columns.find((column) => !known.includes(column))
  if (known.length === 0) throw new Error(`This store has no table ${name}`)
  if (missing !== undefined) throw new Error(`The table ${name} of this store has no column ${missing}`)
}

export function postgresLoader({ queries }: Database): RowLoader {
  const begun: string[] = []
  return {
    async begin(table) {
      begun.push(table.name)
      const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
        where attrelid = to_regclass(${quote(table.name)}) and attnum > 0 and not attisdropped`.execute(queries)
      refuseMissing(
        table,
        rows.map(({ name }) => name),
      )
      const { rows: left } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(queries)
      if (left.length > 0) await sql`delete from ${sql.table(table.name)}`.execute(queries)
    },
    async put({ name, columns }, lines) {
      const names = sql.join(columns.map((column) => sql.ref(column)))
      const { numAffectedRows } = await sql`insert into ${sql.table(name)} (${names})
        select ${names} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json)`.execute(
        queries,
      )
      return Number(numAffectedRows ?? 0)
    },
    async setCounters(counters) {
      for (const [table, last] of Object.entries(counters)) {
        const sequence = sql`pg_get_serial_sequence(attrelid::regclass::text, attname)`
        if (last > 0)
          await sql`select setval(${sequence}, ${last}) from pg_attribute
            where attrelid = to_regclass(${quote(table)}) and attidentity <> '' and not attisdropped`.execute(queries)
      }
      // A plan for an empty table reads all of a large one.
      for (const table of begun) await sql`analyze ${sql.table(table)}`.execute(queries)
    },
    end: async () => {},
  }
}

/** On a connection of its own, without the journal: a file that is cut off is thrown away. */
export function sqliteLoader(path: string): RowLoader {
  const store = new DatabaseSync(path)
  store.exec(
    'pragma foreign_keys = off; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000',
  )
  const inserts = new Map<string, { insert: StatementSync; bytes: ReadonlySet<string> }>()
  return {
    async begin(table) {
      const columns = store.prepare('select name, type from pragma_table_info(?)').all(table.name)
      refuseMissing(
        table,
        columns.map(({ name }) => String(name)),
      )
      const into = `${quote(table.name)} (${table.columns.map(quote).join(', ')})`
      const insert = store.prepare(`insert into ${into} values (${table.columns.map(() => '?').join(', ')})`)
      const bytes = columns.filter(({ type }) => String(type).toLowerCase() === 'blob').map(({ name }) => String(name))
      inserts.set(table.name, { insert, bytes: new Set(bytes) })
      if (store.prepare(`select 1 from ${quote(table.name)} limit 1`).get())
        store.exec(`delete from ${quote(table.name)}`)
    },
    async put({ name, columns }, lines) {
      const prepared = inserts.get(name)
      if (!prepared) throw new Error(`The table ${name} was not begun`)
      const { insert, bytes } = prepared
      store.exec('begin')
      for (const line of lines) {
        const row: Record<string, SQLInputValue> = JSON.parse(line)
        insert.run(
          ...columns.map((column) => {
            const value = row[column] ?? null
            return typeof value === 'string' && bytes.has(column) ? Buffer.from(value.slice(2), 'hex') : value
          }),
        )
      }
      store.exec('commit')
      return lines.length
    },
    async setCounters(counters) {
      const forget = store.prepare('delete from sqlite_sequence where name = ?')
      const keep = store.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
      for (const [table, last] of Object.entries(counters)) {
        const { sql: made } =
          store.prepare("select sql from sqlite_master where type = 'table' and name = ?").get(table) ?? {}
        if (!/autoincrement/i.test(String(made ?? ''))) continue
        forget.run(table)
        keep.run(table, last)
      }
    },
    async end() {
      store.close()
    },
  }
}
