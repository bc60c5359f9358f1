/**
 * Kysely on node:sqlite. Two connections on one file in WAL mode: reads run at once on a connection that only reads
 * and see what is committed; writes and transactions take turns on the other. Both answer on the calling thread,
 * so a statement must stay below 10 ms there (design: chunks and indexes).
 * Durable: synchronous FULL, an acknowledged commit survives a power cut.
 */
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
import { isDiskFull } from '../errors.ts'
import { aboutStatement, tracedNow } from '../traced.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { Connection } from './sqlite-connection.ts'
import type { StoreActivity } from './store-activity.ts'
import type { StoreHealth } from './store-health.ts'
import type { WriteLock } from './write-lock.ts'

/** What is not in them is in the system's own cache, a copy away. */
const READER_CACHE_KB = 16_000
const WRITER_CACHE_KB = 8_000
const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** What Kysely holds while it runs a query or a transaction. */
class Session implements DatabaseConnection {
  readonly #driver: SqliteDriver
  endTurn: (() => void) | null = null

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.endTurn) return this.#driver.writeInside(query)
    if (query.query.kind === 'SelectQueryNode') return { rows: this.#driver.read(query.sql, query.parameters) }
    return this.#driver.writeAlone(query)
  }

  /** Lists are paged, nothing streams rows; Kysely's interface wants the method. */
  streamQuery(): never {
    throw new Error('Rows are read in pages, not as a stream')
  }
}

class SqliteDriver implements Driver, DirectReads {
  readonly #writer: Connection
  readonly #reader: Connection
  readonly #turns: WriteLock
  readonly #health: StoreHealth
  readonly #reserve: DiskReserve | null
  readonly activity: StoreActivity = { statements: 0, connections: () => null }
  #hasSnapshot = false
  #version: number | null = null
  #foundDiskFull = false

  constructor(path: string, { turns, health, readerCacheKb = READER_CACHE_KB, reserve }: SqliteParts) {
    this.#reserve = reserve
    this.#writer = new Connection(path, { readOnly: false, cacheKb: WRITER_CACHE_KB })
    this.#reader = new Connection(path, { readOnly: true, cacheKb: readerCacheKb })
    this.#turns = turns
    this.#health = health
    reserve?.serve(this.#writer)
  }

  /**
   * Reads of one turn of the event loop share a transaction: taking and leaving SQLite's lock costs as much as a small
   * query. A write ends it, so that the writer reads what it wrote.
   */
  read<Row>(text: string, parameters: readonly unknown[]): Row[] {
    this.activity.statements += 1
    return this.#noting(() => {
      this.#takeSnapshot()
      return tracedNow(
        () => aboutStatement('sqlite', text),
        () => this.#reader.rows<Row>(text, parameters),
      )
    })
  }

  version(): number {
    return this.#noting(() => {
      this.#takeSnapshot()
      this.#version ??= this.#reader.dataVersion()
      return this.#version
    })
  }

  #takeSnapshot() {
    if (this.#hasSnapshot) return
    this.#reader.rollBack()
    this.#reader.exec('begin')
    this.#hasSnapshot = true
    setImmediate(() => this.#forgetSnapshot())
  }

  /** Never throws: nothing was written, and a read that failed has rejected its own promise. */
  #forgetSnapshot() {
    if (!this.#hasSnapshot) return
    this.#hasSnapshot = false
    this.#version = null
    try {
      if (this.#reader.isInTransaction) this.#reader.exec('commit')
    } catch (error) {
      this.#health.noteError(error)
    }
  }

  async init() {}

  async acquireConnection() {
    return new Session(this)
  }

  /** A statement in a transaction. One that SQLite has ended by itself must not go on statement by statement. */
  writeInside<Row>(query: CompiledQuery): QueryResult<Row> {
    if (!this.#writer.isInTransaction) throw new Error('The transaction has been rolled back after an error')
    this.activity.statements += 1
    this.#admit(query)
    return this.#noting(() => this.#write<Row>(query))
  }

  #admit(query: CompiledQuery) {
    if (!isRead(query)) this.#reserve?.admit()
  }

  #write<Row>(query: CompiledQuery): QueryResult<Row> {
    return tracedNow(
      () => aboutStatement('sqlite', query.sql),
      () => this.#writer.run<Row>(query),
    )
  }

  /** A statement that is a transaction of its own. */
  async writeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let isRepeated = false; ; isRepeated = true) {
      const endTurn = await this.#turns.acquire()
      this.activity.statements += 1
      try {
        this.#admit(query)
        return this.#noting(() => this.#write<Row>(query))
      } catch (error) {
        const hasRoomNow = this.#reserve !== null && isDiskFull(error)
        if (isRepeated || !hasRoomNow) throw error
      } finally {
        this.#forgetSnapshot()
        this.#end(endTurn)
      }
    }
  }

  async beginTransaction(session: Session) {
    const endTurn = await this.#turns.acquire()
    try {
      this.activity.statements += 1
      this.#noting(() => this.#writer.exec('begin immediate'))
      session.endTurn = endTurn
    } catch (error) {
      this.#end(endTurn)
      throw error
    }
  }

  /** Where it fails, the turn goes on to the next writer only once this transaction is rolled back. */
  async commitTransaction(session: Session) {
    this.activity.statements += 1
    this.#noting(() => this.#writer.exec('commit'))
    this.#forgetSnapshot()
    this.#endTurnOf(session)
  }

  async rollbackTransaction(session: Session) {
    try {
      this.#noting(() => this.#writer.rollBack())
    } finally {
      this.#endTurnOf(session)
    }
  }

  async releaseConnection() {}

  async destroy() {
    this.#reserve?.end()
    this.#forgetSnapshot()
    this.#reader.close()
    this.#writer.close()
  }

  #noting<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      this.#health.noteError(error)
      this.#foundDiskFull ||= isDiskFull(error)
      throw error
    }
  }

  #endTurnOf(session: Session) {
    const { endTurn } = session
    session.endTurn = null
    if (endTurn) this.#end(endTurn)
  }

  /** The reserve is spent while no other may write, and no reader keeps the write-ahead log from beginning again. */
  #end(endTurn: () => void) {
    try {
      if (this.#foundDiskFull) {
        this.#forgetSnapshot()
        this.#reserve?.spend()
      }
    } catch (error) {
      this.#health.noteError(error)
    } finally {
      this.#foundDiskFull = false
      endTurn()
    }
  }
}

/** For queries outside any transaction that are worth going past Kysely. */
export interface DirectReads {
  /** Runs a query that only reads, at once and on its own. */
  read(text: string, parameters: readonly unknown[]): unknown[]
  /** Changes with every commit of any connection: what was read at this version is still current. */
  version(): number
}

/** The way past Kysely for a database, never for a transaction of it: it can use a connection at once. */
export const directReads = new WeakMap<object, DirectReads>()

export interface SqliteParts {
  turns: WriteLock
  health: StoreHealth
  readerCacheKb?: number | undefined
  /** Room for what must work on a full disk; threads and commands keep none. */
  reserve: DiskReserve | null
}

export function sqliteDialect(
  path: string,
  parts: SqliteParts,
): { dialect: Dialect; direct: DirectReads; activity: StoreActivity } {
  const driver = new SqliteDriver(path, parts)
  return {
    direct: driver,
    activity: driver.activity,
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }
}
