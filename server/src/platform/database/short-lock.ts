/**
 * For changes of the schema on PostgreSQL. A lock on a whole table that is waited for keeps all who come later waiting: it is given up
 * after a second and asked for again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queries } from './database.ts'

const WAIT_MS = 1_000
const TRY_AGAIN_MS = 250
/** Some twelve minutes: a transaction that lasts so long has been ended by then. */
const TRIES_MAX = 600
const LOCK_NOT_AVAILABLE = '55P03'

/** To be run first in the transaction of `work`. */
export const SHORT_WAIT = `set local lock_timeout = '${WAIT_MS}ms'`

/** Repeats work that was given up because of `SHORT_WAIT`; it must have undone what it did. */
export async function untilLocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const isHeld = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
      if (!isHeld || tries === TRIES_MAX) throw error
    }
    await pause(TRY_AGAIN_MS)
  }
}

/** Locks all of these tables until the transaction ends: nothing that takes long may follow. */
export const lockShortly = (tx: Queries, tables: readonly string[]): Promise<void> =>
  untilLocked(async () => {
    await sql`savepoint short_lock`.execute(tx)
    try {
      await sql.raw(SHORT_WAIT).execute(tx)
      await sql.raw(`lock table ${tables.join(', ')} in access exclusive mode`).execute(tx)
    } catch (error) {
      await sql`rollback to savepoint short_lock`.execute(tx)
      throw error
    }
    await sql`release savepoint short_lock`.execute(tx)
  })
