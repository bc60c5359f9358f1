/**
 * The moments of leases. All nodes share the clock of PostgreSQL, so it does not matter what their own clocks show; on SQLite one
 * process works on the store, by its own.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#ports/clock.ts'
import { LEASE_MS } from '../lease.ts'
import type { Database } from './database.ts'

export type LeaseMoment = RawBuilder<number>

export function leaseMoments({ database, clock }: { database: Pick<Database, 'engine'>; clock: Clock }) {
  const now = (): LeaseMoment =>
    database.engine === 'postgres' ? storeNow : sql<number>`cast(${clock.now()} as bigint)`
  return {
    now,
    /** Of a lease that begins now. */
    end: (): LeaseMoment => sql<number>`${now()} + ${sql.lit(LEASE_MS)}`,
  }
}

/** By the clock of PostgreSQL. */
export const storeNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
