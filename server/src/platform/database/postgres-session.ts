/** One connection of the pool, while a query or a transaction uses it. */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { aboutStatement, traceWork } from '../trace-work.ts'

/** The driver as a session uses it. */
interface PostgresStatements {
  inTransaction<Result>(session: PostgresSession, run: () => Promise<Result>): Promise<Result>
  alone<Result>(session: PostgresSession, isRead: boolean, run: () => Promise<Result>): Promise<Result>
}

/** What Kysely holds while it runs a query or a transaction. */
export class PostgresSession implements DatabaseConnection {
  readonly #driver: PostgresStatements
  client: pg.PoolClient
  isInTransaction = false
  /** From the moment at which its transaction is undone. */
  isUndone = false
  /** Resolves when the latest statement of the transaction has its answer, whatever that is. */
  answered: Promise<void> = Promise.resolve()
  /** Why the client must not be used again. */
  broken: Error | null = null
  isReleased = false

  constructor(driver: PostgresStatements, client: pg.PoolClient) {
    this.#driver = driver
    this.client = client
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    // It waited for a statement beside it, whose failure ended the transaction: it would take effect by itself.
    if (this.isUndone) throw new Error('The transaction has been rolled back after an error')
    const run = () =>
      traceWork(
        () => aboutStatement('postgresql', sql),
        () => answerOf(this.client, sql, parameters),
      )
    if (this.isInTransaction) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.answered = promise
      try {
        return asResult<Row>(await this.#driver.inTransaction(this, run))
      } finally {
        resolve()
      }
    }
    const isRead = query.kind === 'SelectQueryNode'
    return asResult<Row>(await this.#driver.alone(this, isRead, run))
  }

  /** Lists are paged, nothing streams rows; Kysely's interface wants the method. */
  streamQuery(): never {
    throw new Error('Rows are read in pages, not as a stream')
  }
}

/**
 * By callback: with the promise that pg makes of a query, the rows of an answer outlive it until the whole heap is looked through,
 * which then happens several times as often. The stack of a failure is that of the statement, as with the promise.
 */
async function answerOf(client: pg.PoolClient, sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  client.query(sql, [...parameters], (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  try {
    return await promise
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const asResult = <Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> => ({
  rows: rows ?? [],
  ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
})
