/** One connection to a SQLite file, with its statements kept prepared. Answers on the calling thread. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

/** Statements kept prepared per connection; the oldest goes first. */
const PREPARED_MAX = 400

interface Prepared {
  statement: StatementSync
  /** Of a row that it answers; none for a statement that answers none. */
  columns: readonly string[]
}

/** node:sqlite hands out arrays faster than objects, and these are read faster than its own. */
function rowsOf<Row>({ statement, columns }: Prepared, parameters: readonly unknown[]): Row[] {
  return statement.all(...(parameters as SQLInputValue[])).map((values) => {
    const row: Record<string, unknown> = {}
    for (const [at, column] of columns.entries()) row[column] = (values as unknown as unknown[])[at]
    return row as Row
  })
}

export class Connection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(path: string, { readOnly, cacheKb }: { readOnly: boolean; cacheKb: number }) {
    this.#database = new DatabaseSync(path, { readOnly })
    this.#database.exec(`pragma busy_timeout = 5000; pragma foreign_keys = on; pragma cache_size = -${cacheKb};`)
    if (!readOnly) this.#database.exec('pragma journal_mode = wal; pragma synchronous = full;')
  }

  /** For `begin`, `commit` and their like: without parameters or rows. */
  exec(text: string) {
    this.#prepare(text).statement.run()
  }

  /** For statements that are seldom needed: not kept prepared. */
  execOnce(text: string) {
    this.#database.exec(text)
  }

  /**
   * Leaves no transaction open. SQLite ends one by itself when the disk is full or a page cannot be read, and a rollback would
   * then hide that error behind its own.
   */
  rollBack() {
    if (!this.#database.isTransaction) return
    try {
      this.exec('rollback')
    } catch (error) {
      if (this.#database.isTransaction) throw error
    }
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  close() {
    this.#prepared.clear()
    this.#database.close()
  }

  rows<Row>(text: string, parameters: readonly unknown[]): Row[] {
    return rowsOf(this.#prepare(text), parameters)
  }

  /** SQLite changes it when another connection, of any process, has committed. */
  dataVersion(): number {
    const [row] = rowsOf<{ data_version: number }>(this.#prepare('pragma data_version'), [])
    return Number(row?.data_version)
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    const prepared = this.#prepare(query.sql)
    if (prepared.columns.length > 0) {
      const rows = rowsOf<Row>(prepared, query.parameters)
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = prepared.statement.run(...(query.parameters as SQLInputValue[]))
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    if (this.#prepared.size >= PREPARED_MAX) {
      const oldest = this.#prepared.keys().next().value
      if (oldest !== undefined) this.#prepared.delete(oldest)
    }
    this.#prepared.set(text, prepared)
    return prepared
  }
}
