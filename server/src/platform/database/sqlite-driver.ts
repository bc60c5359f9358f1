/**
 * Two connections on one SQLite file: reads run at once on one of them, writes and transactions take turns on the other. A full
 * disk and damage are noted where they are met.
 */
import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import { isDiskFull } from '../store-errors.ts'
import { aboutStatement, traceSync } from '../trace-work.ts'
import type { DirectReads } from './direct-reads.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { Connection } from './sqlite-connection.ts'
import { SqliteReader } from './sqlite-reader.ts'
import { isRead, SqliteSession } from './sqlite-session.ts'
import type { StoreActivity } from './store-activity.ts'
import type { StoreHealth } from './store-health.ts'
import type { WriteLock } from './write-lock.ts'

export interface SqliteParts {
  turns: WriteLock
  health: StoreHealth
  readerCacheKb?: number | undefined
  /** Room for what must work on a full disk; threads and commands keep none. */
  reserve: DiskReserve | null
}

/** What is not in them is in the system's own cache, a copy away. */
const READER_CACHE_KB = 16_000
const WRITER_CACHE_KB = 8_000

export class SqliteDriver implements Driver, DirectReads {
  readonly #writer: Connection
  readonly #reader: SqliteReader
  readonly #turns: WriteLock
  readonly #health: StoreHealth
  readonly #reserve: DiskReserve | null
  readonly activity: StoreActivity = { statements: 0, connections: () => null }
  #foundDiskFull = false

  constructor(path: string, { turns, health, readerCacheKb = READER_CACHE_KB, reserve }: SqliteParts) {
    this.#reserve = reserve
    this.#writer = new Connection(path, { readOnly: false, cacheKb: WRITER_CACHE_KB })
    this.#reader = new SqliteReader(new Connection(path, { readOnly: true, cacheKb: readerCacheKb }), health)
    this.#turns = turns
    this.#health = health
    reserve?.serve(this.#writer)
  }

  read<Row>(text: string, parameters: readonly unknown[]): Row[] {
    this.activity.statements += 1
    return this.#noting(() => this.#reader.rows<Row>(text, parameters))
  }

  version(): number {
    return this.#noting(() => this.#reader.version())
  }

  async init() {}

  async acquireConnection() {
    return new SqliteSession(this)
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
    return traceSync(
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
        this.#reader.forgetSnapshot()
        this.#end(endTurn)
      }
    }
  }

  async beginTransaction(session: SqliteSession) {
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
  async commitTransaction(session: SqliteSession) {
    this.activity.statements += 1
    this.#noting(() => this.#writer.exec('commit'))
    this.#reader.forgetSnapshot()
    this.#endTurnOf(session)
  }

  async rollbackTransaction(session: SqliteSession) {
    session.isUndone = true
    try {
      this.#noting(() => this.#writer.rollBack())
    } finally {
      this.#endTurnOf(session)
    }
  }

  async releaseConnection() {}

  async destroy() {
    this.#reserve?.end()
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

  #endTurnOf(session: SqliteSession) {
    const { endTurn } = session
    session.endTurn = null
    if (endTurn) this.#end(endTurn)
  }

  /** The reserve is spent while no other may write, and no reader keeps the write-ahead log from beginning again. */
  #end(endTurn: () => void) {
    try {
      if (this.#foundDiskFull) {
        this.#reader.forgetSnapshot()
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
