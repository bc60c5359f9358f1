import { onTestFinished } from 'vitest'
import { type QueueNodes, queueNodes } from '../../../testing/queue-nodes.ts'
import { testStore } from '../../../testing/test-store.ts'
import { tableQueue } from '../table-queue.ts'

/** So long that no timer fires within a test. */
const HOUR_MS = 3_600_000

/** Processes on an empty database that poll when the test says so, and when woken. */
export async function tableQueueNodes(): Promise<QueueNodes> {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  return queueNodes(database, (tools) =>
    tableQueue({ ...tools, intervals: { busyMs: HOUR_MS, idleMs: HOUR_MS, hintedMs: HOUR_MS, renewMs: HOUR_MS } }),
  )
}
