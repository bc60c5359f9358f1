/** PostgreSQL plans by statistics of a minute ago: those of an empty queue must not make it read all that waits. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queries } from '#platform/database/database.ts'
import { jobsOf } from '../../testing/queue-nodes.ts'
import { kindStore } from './kind-store.ts'
import { leaseStore } from './lease-store.ts'
import { tableQueueNodes } from './testing/table-queue-nodes.ts'

const WAITING = 1_000

test('what is running is found without reading what waits, also right after the queue was empty', async () => {
  const { database, node } = await tableQueueNodes()
  const { enqueue } = node()
  await enqueue(...jobsOf(WAITING))
  await database.queries.updateTable('jobs').set({ state: 'done', finished_at: 1 }).execute()
  await sql`vacuum analyze jobs`.execute(database.queries)
  await enqueue(...jobsOf(WAITING))
  const read = await database.transaction(async (tx) => {
    const before = await rowsRead(tx)
    await leaseStore(tx, database.engine).running()
    await kindStore(tx, database.engine).callsOf('work')
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeLessThan(WAITING / 10)
})

/** Rows of jobs that this connection has read. */
async function rowsRead(tx: Queries): Promise<number> {
  const { rows } = await sql<{ read: string }>`select seq_tup_read + idx_tup_fetch as read
    from pg_stat_xact_user_tables where relname = 'jobs'`.execute(tx)
  return Number(rows[0]?.read)
}
