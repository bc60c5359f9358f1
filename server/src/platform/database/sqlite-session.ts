/** Answers on SQLite's two connections, one query at a time. */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/** The driver as a session uses it. */
interface SqliteStatements {
  read<Row>(text: string, parameters: readonly unknown[]): Row[]
  writeInside<Row>(query: CompiledQuery): QueryResult<Row>
  writeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
}

/** Reads may be written by hand, too. */
export const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** What Kysely holds while it runs a query or a transaction. */
export class SqliteSession implements DatabaseConnection {
  readonly #driver: SqliteStatements
  endTurn: (() => void) | null = null
  /** From the moment at which its transaction is undone. */
  isUndone = false

  constructor(driver: SqliteStatements) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // It waited for a statement beside it, whose failure ended the transaction: it would take effect by itself.
    if (this.isUndone) throw new Error('The transaction has been rolled back after an error')
    if (this.endTurn) return this.#driver.writeInside(query)
    if (isRead(query)) return { rows: this.#driver.read(query.sql, query.parameters) }
    return this.#driver.writeAlone(query)
  }

  /** Lists are paged, nothing streams rows; Kysely's interface wants the method. */
  streamQuery(): never {
    throw new Error('Rows are read in pages, not as a stream')
  }
}
