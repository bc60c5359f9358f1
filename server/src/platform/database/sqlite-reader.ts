import { aboutStatement, traceSync } from '../trace-work.ts'
import type { Connection } from './sqlite-connection.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Reads of one turn of the event loop share a transaction: taking and leaving SQLite's lock costs as much as a small
 * query. A write ends it, so that the writer reads what it wrote.
 */
export class SqliteReader {
  readonly #connection: Connection
  readonly #health: StoreHealth
  #hasSnapshot = false
  #version: number | null = null

  constructor(connection: Connection, health: StoreHealth) {
    this.#connection = connection
    this.#health = health
  }

  rows<Row>(text: string, parameters: readonly unknown[]): Row[] {
    this.#takeSnapshot()
    return traceSync(
      () => aboutStatement('sqlite', text),
      () => this.#connection.rows<Row>(text, parameters),
    )
  }

  version(): number {
    this.#takeSnapshot()
    this.#version ??= this.#connection.dataVersion()
    return this.#version
  }

  #takeSnapshot() {
    if (this.#hasSnapshot) return
    this.#connection.rollBack()
    this.#connection.exec('begin')
    this.#hasSnapshot = true
    setImmediate(() => this.forgetSnapshot())
  }

  /** Never throws: nothing was written, and a read that failed has rejected its own promise. */
  forgetSnapshot() {
    if (!this.#hasSnapshot) return
    this.#hasSnapshot = false
    this.#version = null
    try {
      if (this.#connection.isInTransaction) this.#connection.exec('commit')
    } catch (error) {
      this.#health.noteError(error)
    }
  }

  close() {
    this.forgetSnapshot()
    this.#connection.close()
  }
}
