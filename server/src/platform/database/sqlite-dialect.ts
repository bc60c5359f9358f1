/**
 * Kysely on node:sqlite. Two connections on one file in WAL mode: reads run at once on a connection that only reads
 * and see what is committed; writes and transactions take turns on the other. Both answer on the calling thread,
 * so a statement must stay below 10 ms there (design: chunks and indexes).
 * Durable: synchronous FULL, an acknowledged commit survives a power cut.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { WriteTurns } from './write-turns.ts'

/** What is not in them is in the system's own cache, a copy away. */
const READER_CACHE_KB = 16_000
const WRITER_CACHE_KB = 8_000
/** Statements kept prepared per connection; the oldest goes first. */
const PREPARED_MAX = 400

class Connection {
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

  close() {
    this.#prepared.clear()
    this.#database.close()
  }

  rows<Row>(text: string, parameters: readonly unknown[]): Row[] {
    return this.#prepare(text).statement.all(...(parameters as SQLInputValue[])) as Row[]
  }

  /** SQLite changes it when another connection, of any process, has committed. */
  dataVersion(): number {
    return Number(this.#prepare('pragma data_version').statement.get()?.data_version)
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, answersRows } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (answersRows) {
      const rows = statement.all(...parameters) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    const prepared = { statement, answersRows: statement.columns().length > 0 }
    if (this.#prepared.size >= PREPARED_MAX) {
      const oldest = this.#prepared.keys().next().value
      if (oldest !== undefined) this.#prepared.delete(oldest)
    }
    this.#prepared.set(text, prepared)
    return prepared
  }
}

interface Prepared {
  statement: StatementSync
  answersRows: boolean
}

/** What Kysely holds while it runs a query or a transaction. */
class Session implements DatabaseConnection {
  readonly #driver: SqliteDriver
  endTurn: (() => void) | null = null

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.endTurn) return this.#driver.writer.run(query)
    if (query.query.kind === 'SelectQueryNode') return { rows: this.#driver.read(query.sql, query.parameters) }
    const endTurn = await this.#driver.turns.take()
    try {
      return this.#driver.writer.run(query)
    } finally {
      this.#driver.forgetSnapshot()
      endTurn()
    }
  }

  // biome-ignore lint/correctness/useYield: lists are paged, nothing streams rows; Kysely's interface wants the method
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not as a stream')
  }
}

class SqliteDriver implements Driver, DirectReads {
  readonly writer: Connection
  readonly turns: WriteTurns
  readonly #reader: Connection
  #hasSnapshot = false
  #version: number | null = null

  constructor(path: string, turns: WriteTurns, readerCacheKb: number) {
    this.writer = new Connection(path, { readOnly: false, cacheKb: WRITER_CACHE_KB })
    this.#reader = new Connection(path, { readOnly: true, cacheKb: readerCacheKb })
    this.turns = turns
  }

  /**
   * Reads of one turn of the event loop share a transaction: taking and leaving SQLite's lock costs as much as a small
   * query. A write ends it, so that whoever wrote reads what was written.
   */
  read<Row>(text: string, parameters: readonly unknown[]): Row[] {
    this.#takeSnapshot()
    return this.#reader.rows(text, parameters)
  }

  version(): number {
    this.#takeSnapshot()
    this.#version ??= this.#reader.dataVersion()
    return this.#version
  }

  #takeSnapshot() {
    if (this.#hasSnapshot) return
    this.#reader.exec('begin')
    this.#hasSnapshot = true
    setImmediate(() => this.forgetSnapshot())
  }

  forgetSnapshot() {
    if (!this.#hasSnapshot) return
    this.#hasSnapshot = false
    this.#version = null
    this.#reader.exec('commit')
  }

  async init() {}

  async acquireConnection() {
    return new Session(this)
  }

  async beginTransaction(session: Session) {
    session.endTurn = await this.turns.take()
    try {
      this.writer.exec('begin immediate')
    } catch (error) {
      this.#end(session)
      throw error
    }
  }

  async commitTransaction(session: Session) {
    try {
      this.writer.exec('commit')
    } finally {
      this.forgetSnapshot()
      this.#end(session)
    }
  }

  async rollbackTransaction(session: Session) {
    try {
      this.writer.exec('rollback')
    } finally {
      this.#end(session)
    }
  }

  async releaseConnection() {}

  async destroy() {
    this.forgetSnapshot()
    this.#reader.close()
    this.writer.close()
  }

  #end(session: Session) {
    session.endTurn?.()
    session.endTurn = null
  }
}

/** For queries outside any transaction that are worth going past Kysely. */
export interface DirectReads {
  /** Runs a query that only reads, at once and on its own. */
  read(text: string, parameters: readonly unknown[]): unknown[]
  /** Changes with every commit of anybody: what was read at this version is still so. */
  version(): number
}

/** The way past Kysely for a database, never for a transaction of it: it knows a connection to ask at once. */
export const directReads = new WeakMap<object, DirectReads>()

export function sqliteDialect(
  path: string,
  turns: WriteTurns,
  readerCacheKb = READER_CACHE_KB,
): { dialect: Dialect; direct: DirectReads } {
  const driver = new SqliteDriver(path, turns, readerCacheKb)
  return {
    direct: driver,
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }
}
