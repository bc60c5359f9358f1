/** One node migrates, while the others wait. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { StartRefused } from '../start-refused.ts'
import type { Database } from './database.ts'

/** A node that dies while it migrates stops renewing its lock, and the next one goes on after this time. */
const LOCK_MS = 60_000
const RENEW_MS = 15_000
const GIVE_UP_MS = 10 * 60_000
const WAIT_MS = 250

/**
 * Two nodes that make the same table at the same moment: on PostgreSQL one of them fails, by one of several errors (its row,
 * its type or the table itself was there first), and finds it there then. Another cause fails again.
 */
export async function makeTable({ queries }: Database, statement: RawBuilder<unknown>): Promise<void> {
  try {
    await statement.execute(queries)
  } catch {
    await statement.execute(queries)
  }
}

/** On SQLite the process that holds the data folder is alone; on PostgreSQL processes take turns. */
export async function runLocked<Result>(
  database: Database,
  now: () => number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'sqlite') return work()
  const { queries } = database
  const holder = randomUUID()
  await makeTable(
    database,
    sql`create table if not exists migration_lock (id integer primary key, holder text, held_until bigint not null)`,
  )
  await sql`insert into migration_lock (id, holder, held_until) values (1, null, 0) on conflict do nothing`.execute(
    queries,
  )
  const giveUpAt = now() + GIVE_UP_MS
  for (;;) {
    const taken =
      await sql`update migration_lock set holder = ${holder}, held_until = ${now() + LOCK_MS} where id = 1 and held_until < ${now()}`.execute(
        queries,
      )
    if (Number(taken.numAffectedRows) === 1) break
    if (now() > giveUpAt)
      throw new StartRefused('Another node has been migrating the store for ten minutes: look at its log.')
    await pause(WAIT_MS)
  }
  const renewing = setInterval(() => {
    const renewal = sql`update migration_lock set held_until = ${now() + LOCK_MS} where id = 1 and holder = ${holder}`
    // If the database is unavailable, the running step reports it.
    renewal.execute(queries).catch(() => {})
  }, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await sql`update migration_lock set holder = null, held_until = 0 where id = 1 and holder = ${holder}`.execute(
      queries,
    )
  }
}
