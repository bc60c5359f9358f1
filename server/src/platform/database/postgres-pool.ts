/**
 * Connections to PostgreSQL that may be lost at any moment without ending the process: every client has a listener, a
 * server that no longer responds is disconnected after a while, and a broken client never goes back into the pool.
 */
import type { Socket } from 'node:net'
import pg from 'pg'
import { KEEP_ALIVE } from './keep-alive.ts'
import type { NamedQuery } from './named-reads.ts'
import { StoreUnavailable } from './store-faults.ts'

/** bigint and numeric. */
const NUMBER_TYPES = [20, 1700]
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** PostgreSQL times out first, with an error that names the statement; this is for a server that does not respond. */
const SILENCE_MAX_MS = 35_000
/** A transaction whose node has gone silent holds its locks no longer than this. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000

/**
 * Ended by an administrator, crash, starting up, database dropped, idle for too long (in a transaction); and a server that
 * takes no writes any more because another one has taken over.
 */
const ENDING_CODES = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25006'])

/** Nothing has come from the server for so long that nothing will. */
export class ServerSilent extends Error {
  constructor() {
    super('PostgreSQL has been silent for too long')
  }
}

export interface PostgresPool {
  /** Throws `StoreUnavailable`. */
  connect(): Promise<pg.PoolClient>
  /**
   * A query on its own on any connection. Costs less than a session: the next query goes out before this answer is read.
   * Throws `StoreUnavailable`, also where the query may have been run.
   */
  query(query: NamedQuery): Promise<{ rows: unknown[] }>
  /** The connection is gone: nothing that is sent on it from now on arrives. */
  isLost(client: pg.PoolClient): boolean
  /** The error when it says that the connection cannot be used any more, null when PostgreSQL has merely refused something. */
  lossIn(client: pg.PoolClient, error: unknown): Error | null
  connections(): { open: number; idle: number; waiting: number }
  /** Safe to repeat. */
  end(): Promise<void>
}

/**
 * `isPooled`: behind a pooler that refuses parameters of a session which it does not know. `isPatient`: statements may take as long
 * as they need, and only a connection that is gone ends them.
 */
export function postgresPool(
  url: string,
  {
    connections,
    isPooled,
    isPatient = false,
    silenceMaxMs = SILENCE_MAX_MS,
  }: { connections: number; isPooled: boolean; isPatient?: boolean; silenceMaxMs?: number },
): PostgresPool {
  for (const type of NUMBER_TYPES) pg.types.setTypeParser(type, Number)
  let ended: Promise<void> | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    ...KEEP_ALIVE,
    ...(!isPatient && { statement_timeout: STATEMENT_TIMEOUT_MS }),
    // The role or the database may have a default. As a parameter pg leaves out a 0, and `options` give way to those of the URL.
    ...(isPatient &&
      !isPooled && {
        onConnect: async (client: pg.ClientBase) => {
          await client.query('set statement_timeout = 0')
        },
      }),
    ...(!isPooled && { idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS }),
    application_name: 'tangelo',
  })
  const lost = new WeakSet<pg.PoolClient>()
  // An error that has no listener ends the process. The query that runs at that moment fails by itself.
  pool.on('connect', (client) => {
    client.on('error', () => lost.add(client))
    client.on('end', () => lost.add(client))
    if (isPatient) return
    // A timer for each query would keep answers in memory for longer: reads took half as long again.
    const socket = (client as pg.PoolClient & { connection: { stream: Socket } }).connection.stream
    socket.setTimeout(silenceMaxMs, () => socket.destroy(new ServerSilent()))
  })
  // The pool replaces an idle connection that the server closed.
  pool.on('error', () => {})

  return {
    async connect() {
      try {
        return await pool.connect()
      } catch (error) {
        throw new StoreUnavailable(errorOf(error), { isRepeatable: false })
      }
    },
    async query(query) {
      try {
        return await pool.query(query)
      } catch (error) {
        if (error instanceof pg.DatabaseError && !endsConnection(error)) throw error
        throw new StoreUnavailable(errorOf(error), {
          isRepeatable: !(error instanceof ServerSilent) && (endsConnection(error) || wasCut(error)),
        })
      }
    },
    isLost: (client) => lost.has(client),
    lossIn: (client, error) => (lost.has(client) || endsConnection(error) ? errorOf(error) : null),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end() {
      ended ??= pool.end()
      return ended
    },
  }
}

function endsConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '', severity = '' } = error
    return ENDING_CODES.has(code) || code.startsWith('08') || severity === 'FATAL' || severity === 'PANIC'
  }
  // pg has no class for a query that took longer than its own limit: the answer may still come, when nothing waits for it.
  return error instanceof ServerSilent || (error instanceof Error && error.message === 'Query read timeout')
}

const CUT_CODES = new Set(['ECONNRESET', 'EPIPE'])

/** A connection that had been there; pg has no class for it. */
const wasCut = (error: unknown) =>
  error instanceof Error &&
  (error.message.startsWith('Connection terminated') || ('code' in error && CUT_CODES.has(String(error.code))))

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
