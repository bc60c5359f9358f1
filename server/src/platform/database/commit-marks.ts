/**
 * Whether a transaction was committed whose COMMIT was never answered. Each connection has a row in `commit_marks`, and with
 * COMMIT it writes there, in the same message, the number of its transaction: later the row says which was the last that was
 * saved (docs/decisions/0028). Ids of PostgreSQL's own would not do: after a crash it gives them out again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { PostgresPool } from './postgres-pool.ts'
import type { Tables } from './schema.ts'
import { StoreUnavailable } from './store-faults.ts'

/** A database that restarts is back by then; the caller of an interface does not wait much longer. */
const LOOKED_FOR_MS = 10_000
const LOOK_EVERY_MS = 250
/** The look waits for a transaction that is still running over there. */
const LOOK_TIMEOUT_MS = 5_000

export interface Mark {
  connection: string
  number: number
  /** COMMIT, with the mark before it when the transaction has written anything. */
  committing: string
}

export type Outcome = 'committed' | 'undone' | 'unknown'

export interface CommitMarks {
  /** Call it before a transaction begins: before the migration there is no table, and no mark. */
  prepare(client: pg.PoolClient): Promise<void>
  /** Null where no mark can be made. */
  next(client: pg.PoolClient): Mark | null
  /** True when a pooler sent COMMIT to another session than the prepared one: nothing took effect, and no more marks are made. */
  isMisplaced(error: unknown): boolean
  /** Never rejects. */
  find(mark: Mark): Promise<Outcome>
}

const NO_TABLE = '42P01'
const NO_SUCH_STATEMENT = '26000'

/** Prepared once for each connection: planning it costs more than running it. */
const preparing = (connection: string) =>
  `prepare "mark ${connection}" (bigint, bigint) as
   insert into commit_marks (connection, number, is_closed, at)
   select '${connection}', $1, 0, $2 where txid_current_if_assigned() is not null
   on conflict (connection) do update set number = excluded.number, at = excluded.at`

/**
 * Writes to the row as the lost transaction does, and so waits until that has ended. Where it did not end committed, the row
 * is closed: should its COMMIT still be on its way, it is refused.
 */
const LAST_NUMBER = `insert into commit_marks as mark (connection, number, is_closed, at) values ($1, 0, 1, $3)
   on conflict (connection) do update set
     number = case when mark.number = $2 then mark.number else 0 end,
     is_closed = case when mark.number = $2 then 0 else 1 end
   returning number`

export function commitMarks(pool: PostgresPool, { isPooled }: { isPooled: boolean }): CommitMarks {
  const last = new WeakMap<pg.PoolClient, { connection: string; number: number }>()
  let isOff = isPooled

  async function lastNumber({ connection, number }: Mark): Promise<number> {
    const client = await pool.connect()
    let broken: Error | null = null
    try {
      const look = { text: LAST_NUMBER, values: [connection, number, Date.now()], query_timeout: LOOK_TIMEOUT_MS }
      const { rows } = await client.query<{ number: number }>(look)
      return rows[0]?.number ?? 0
    } catch (error) {
      broken = pool.lossIn(client, error)
      throw broken ? new StoreUnavailable(broken, { isRepeatable: true }) : error
    } finally {
      client.release(broken ?? undefined)
    }
  }

  return {
    async prepare(client) {
      if (isOff || last.has(client)) return
      const connection = randomUUID()
      try {
        await client.query(preparing(connection))
        last.set(client, { connection, number: 0 })
      } catch (error) {
        if (!isRefusal(error, NO_TABLE)) throw error
      }
    },

    next(client) {
      const before = isOff ? undefined : last.get(client)
      if (!before) return null
      const { connection } = before
      const number = before.number + 1
      last.set(client, { connection, number })
      return { connection, number, committing: `execute "mark ${connection}" (${number}, ${Date.now()}); commit` }
    },

    isMisplaced(error) {
      if (!isRefusal(error, NO_SUCH_STATEMENT)) return false
      isOff = true
      return true
    },

    async find(mark) {
      for (const until = performance.now() + LOOKED_FOR_MS; performance.now() < until; await pause(LOOK_EVERY_MS)) {
        try {
          return (await lastNumber(mark)) === mark.number ? 'committed' : 'undone'
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) return 'unknown'
        }
      }
      return 'unknown'
    },
  }
}

const isRefusal = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** Rows of connections that ended long ago. */
const KEPT_MS = 24 * 60 * 60_000

/** Forgets connections that are gone. Safe to repeat. */
export async function forgetCommitMarks({
  engine,
  queries,
}: {
  engine: 'sqlite' | 'postgres'
  queries: Kysely<Tables>
}): Promise<void> {
  if (engine === 'postgres') await sql`delete from commit_marks where at < ${Date.now() - KEPT_MS}`.execute(queries)
}
