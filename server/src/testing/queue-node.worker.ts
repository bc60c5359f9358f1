/** A process that takes one job and never ends it, to be killed: `node queue-node.worker.ts '<StoreLocation as JSON>'`. */
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { systemClock } from '#ports/clock.ts'

const location: StoreLocation = JSON.parse(process.argv[2] ?? '')
const log = { error: (details: object, message: string) => void process.stderr.write(`${message} ${details}\n`) }
tableQueue({ database: openDatabase(location), clock: systemClock, log }).work([
  {
    kind: 'work',
    concurrency: 1,
    run() {
      process.stdout.write('working\n')
      return new Promise(() => {})
    },
  },
])
