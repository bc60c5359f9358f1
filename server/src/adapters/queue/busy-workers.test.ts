/** A worker whose jobs follow each other without a pause still sees what is not in front of it. */
import { expect, test } from 'vitest'
import { gate, handler, jobsOf, START, until } from '../../testing/queue-nodes.ts'
import { tableQueue } from './table-queue.ts'
import { tableQueueNodes } from './testing/table-queue-nodes.ts'

const HOUR_MS = 3_600_000
const BACKLOG = 1_000

/** Its timer never fires: it looks only when a job has ended, and then does the timer's work as well every five milliseconds. */
async function busyNode() {
  const { database, node } = await tableQueueNodes()
  let elapsed = 0
  const queue = tableQueue({
    database,
    clock: { now: () => START },
    readElapsedMs: () => elapsed,
    log: { error: () => {} },
    intervals: { busyMs: HOUR_MS, idleMs: HOUR_MS, hintedMs: 5, renewMs: HOUR_MS },
  })
  return {
    database,
    other: node(),
    queue,
    passTime: (ms: number) => {
      elapsed += ms
    },
  }
}

test('a job of a process that gives no sign of life is taken over before the backlog ends', async () => {
  const { database, other, queue, passTime } = await busyNode()
  const held = gate()
  const silent = other.work([handler(held.pass)])
  const [id = ''] = await other.enqueue({ key: 'held' })
  await held.arrived
  await other.enqueue(...jobsOf(BACKLOG))
  const ran: string[] = []
  const workers = queue.work([
    handler(
      async ({ key }) => {
        ran.push(key)
        passTime(1_000)
      },
      { concurrency: 2 },
    ),
  ])
  await until('all others have run', () => ran.length >= BACKLOG)
  expect(ran.indexOf('held')).toBeGreaterThan(0)
  expect(await database.queries.selectFrom('jobs').select('silences').where('id', '=', id).execute()).toEqual([
    { silences: 1 },
  ])
  held.open()
  await workers.end()
  await silent.end()
})
