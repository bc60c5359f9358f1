/**
 * A process that works on a queue until it is stopped, and reports what it ran. Its jobs do nothing, so that what is
 * measured is the queue. Started with the store, and how many jobs may run at once over all processes.
 */
import { tableQueue } from '../../../server/src/adapters/queue/table-queue.ts'
import { openDatabase, type StoreLocation } from '../../../server/src/platform/database/database.ts'
import { systemClock } from '../../../server/src/ports/clock.ts'

export interface QueueOrder {
  location: StoreLocation
  concurrency: number
}

export type QueueRequest = 'begin' | 'tell' | 'end'
export type QueueReport = { ran: string[]; cpuMs: number } | 'ready' | 'ended'

const order: QueueOrder = JSON.parse(process.argv[2] ?? '')
const report = (message: QueueReport) => process.send?.(message)
const database = openDatabase(order.location)
const log = { error: (details: object, message: string) => console.error(message, details) }
const queue = tableQueue({ database, clock: systemClock, log })
const ran: string[] = []
let isTold = true

function tell() {
  isTold = true
  const { user, system } = process.cpuUsage()
  report({ ran: ran.splice(0), cpuMs: (user + system) / 1_000 })
}

let workers: ReturnType<typeof queue.work> | null = null

process.on('message', async (request: QueueRequest) => {
  if (request === 'tell') return tell()
  if (request === 'end') {
    await workers?.end()
    await database.close()
    report('ended')
    return process.disconnect()
  }
  workers = queue.work([
    {
      kind: 'nothing',
      concurrency: order.concurrency,
      async run(jobs) {
        for (const { id } of jobs) ran.push(id)
        if (isTold) setImmediate(tell)
        isTold = false
        return undefined
      },
    },
  ])
})
report('ready')
