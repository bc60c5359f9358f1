/** How soon the queue begins a job, and what a worker costs that waits for one. */
import { setTimeout as pause } from 'node:timers/promises'
import { tableQueue } from '../../../server/src/adapters/queue/table-queue.ts'
import { openDatabase, type StoreLocation } from '../../../server/src/platform/database/database.ts'
import { systemClock } from '../../../server/src/ports/clock.ts'
import type { Lifetime } from './lifetime.ts'
import { queueProcess } from './queue-load.ts'
import { percentile } from './statistics.ts'
import { atMost, type Figure, formatNumber, say } from './table.ts'

const BEGINS_WITHIN_MS = 20
const IDLE_PERCENT_MAX = 1

/** From the commit of a job to the first line of its handler, in one process that has nothing else to do. */
export async function beginFigure(
  name: string,
  location: StoreLocation,
  { samples }: { samples: number },
): Promise<Figure> {
  const database = openDatabase(location)
  const queue = tableQueue({ database, clock: systemClock, log: { error: (_, message) => say(message) } })
  let begun = Promise.withResolvers<number>()
  const workers = queue.work([
    {
      kind: 'nothing',
      concurrency: 4,
      async run() {
        begun.resolve(performance.now())
        return undefined
      },
    },
  ])
  const waits: number[] = []
  for (let at = 0; at < samples; at += 1) {
    begun = Promise.withResolvers()
    const job = { kind: 'nothing', key: `${at}`, companyId: 1, payload: {} }
    await database.transaction((tx) => queue.enqueue(tx, [job]))
    const committedAt = performance.now()
    waits.push(Math.max(0, (await begun.promise) - committedAt))
  }
  await workers.end()
  await database.close()
  const sorted = waits.toSorted((a, b) => a - b)
  const note = ` (p50 ${formatNumber(percentile(sorted, 0.5))} ms)`
  return atMost(`${name}: from commit to work, p99`, percentile(sorted, 0.99), BEGINS_WITHIN_MS, 'ms', note)
}

export async function idleFigure(
  life: Lifetime,
  name: string,
  location: StoreLocation,
  { idleSeconds }: { idleSeconds: number },
): Promise<Figure> {
  const process = await queueProcess(life, { location, concurrency: 4 })
  process.begin()
  await pause(2_000)
  const before = await process.cpuMs()
  await pause(idleSeconds * 1_000)
  const percent = ((await process.cpuMs()) - before) / (idleSeconds * 10)
  await process.end()
  return atMost(`${name}: an idle worker, of one core`, percent, IDLE_PERCENT_MAX, '%')
}
