/**
 * A store as it is at one moment, read on connections of its own while others write: nothing waits for it, and of any table only
 * some rows are in memory. On PostgreSQL one transaction keeps the moment, and each query runs in a transaction of its own that
 * sees the same, so that no table is locked for longer than it is read. See docs/decisions/0055.
 */
import type { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Engine, StoreLocation } from './database.ts'
import { KEEP_ALIVE } from './keep-alive.ts'
import { ServerSilent } from './postgres-pool.ts'

export interface Snapshot {
  readonly engine: Engine
  /** All rows of a query that has few. */
  all<Row extends object>(text: string, ...values: string[]): Promise<Row[]>
  /** The rows of a query, some at a time: about two megabytes. */
  stream<Row extends object>(text: string): AsyncGenerator<Row[]>
  /** Safe to repeat. */
  end(): Promise<void>
}

/** Throws where the store cannot be reached. */
export const openSnapshot = (location: StoreLocation, times: SnapshotTimes = TIMES): Promise<Snapshot> =>
  location.engine === 'postgres'
    ? postgresSnapshot(location.url, times)
    : Promise.resolve(sqliteSnapshot(location.path))

export interface SnapshotTimes {
  /** A query that brings nothing for so long brings nothing any more. */
  silenceMaxMs: number
  /** A server that is gone answers no farewell. */
  farewellMs: number
}

/** The first rows of a large table that is sorted, or of a disk that has much to do, take minutes. */
const TIMES: SnapshotTimes = { silenceMaxMs: 15 * 60_000, farewellMs: 5_000 }

const CHUNK_BYTES = 2_000_000
const CHUNK_ROWS = { first: 500, least: 10, most: 10_000 }

/** About as long as the row is. */
function bytesOf(row: object): number {
  let bytes = 0
  for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8
  return bytes
}

const BEGIN = 'start transaction isolation level repeatable read read only'
/** A slow disk at the other end is no reason to end the transaction. */
const PATIENT = 'set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0'
const BIGINT = 20

async function postgresSnapshot(url: string, times: SnapshotTimes): Promise<Snapshot> {
  const keeper = await connect(url, times)
  try {
    await keeper.query(BEGIN)
    await keeper.query(PATIENT)
    const { rows } = await keeper.query<{ id: string }>('select pg_export_snapshot() as id')
    const reader = await connect(url, times)
    let ended: Promise<unknown> | undefined
    return {
      engine: 'postgres',
      all: async <Row extends object>(text: string, ...values: string[]) =>
        (await keeper.query<Row>(text, values)).rows,
      stream: <Row extends object>(text: string) => fetchRows<Row>(reader, rows[0]?.id ?? '', text),
      async end() {
        ended ??= Promise.all([reader.end(), keeper.end()])
        await ended
      },
    }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

/** What is used of a client. */
interface Connection {
  query<Row extends object>(text: string, values?: string[]): Promise<{ rows: Row[] }>
  end(): Promise<void>
}

async function connect(url: string, { silenceMaxMs, farewellMs }: SnapshotTimes): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    // The one that keeps the moment rests for hours: no firewall on the way may forget it.
    ...KEEP_ALIVE,
    application_name: 'tangelo backup',
  })
  client.setTypeParser(BIGINT, Number)
  // The query that runs fails by itself; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as pg.Client & { connection: { stream: Socket } }).connection
  stream.on('timeout', () => stream.destroy(new ServerSilent()))
  return {
    async query<Row extends object>(text: string, values?: string[]) {
      stream.setTimeout(silenceMaxMs)
      try {
        return await client.query<Row>(text, values)
      } finally {
        stream.setTimeout(0)
      }
    },
    async end() {
      stream.setTimeout(farewellMs)
      await client.end()
    },
  }
}

async function* fetchRows<Row extends object>(
  reader: Connection,
  snapshot: string,
  text: string,
): AsyncGenerator<Row[]> {
  await reader.query(BEGIN)
  try {
    await reader.query(`set transaction snapshot '${snapshot}'; ${PATIENT}`)
    await reader.query(`declare snapshot_rows no scroll cursor for ${text}`)
    for (let count: number = CHUNK_ROWS.first; ; ) {
      const { rows } = await reader.query<Row>(`fetch ${count} from snapshot_rows`)
      if (rows.length === 0) return
      yield rows
      const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
      const fitting = Math.round((rows.length * CHUNK_BYTES) / Math.max(1, bytes))
      count = Math.min(CHUNK_ROWS.most, Math.max(CHUNK_ROWS.least, fitting))
    }
  } finally {
    // Nothing was written; a connection that is lost has ended the transaction.
    await reader.query('rollback').catch(() => {})
  }
}

function sqliteSnapshot(path: string): Snapshot {
  const store = new DatabaseSync(path, { readOnly: true })
  let isOpen = true
  const end = async () => {
    if (isOpen) store.close()
    isOpen = false
  }
  try {
    store.exec('pragma busy_timeout = 5000; begin')
    // The moment is that of the first read.
    store.prepare('select 1 from sqlite_master').get()
  } catch (error) {
    store.close()
    throw error
  }
  return {
    engine: 'sqlite',
    all: async <Row extends object>(text: string, ...values: string[]) => store.prepare(text).all(...values) as Row[],
    async *stream<Row extends object>(text: string) {
      let chunk: Row[] = []
      let bytes = 0
      for (const row of store.prepare(text).iterate()) {
        chunk.push(row as Row)
        bytes += bytesOf(row)
        if (chunk.length < CHUNK_ROWS.most && bytes < CHUNK_BYTES) continue
        yield chunk
        chunk = []
        bytes = 0
      }
      if (chunk.length > 0) yield chunk
    },
    end,
  }
}
