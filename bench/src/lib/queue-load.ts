/** Fills a queue and has processes of their own empty it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { tableQueue } from '../../../server/src/adapters/queue/table-queue.ts'
import { migrations } from '../../../server/src/migrations/index.ts'
import { type Database, openDatabase, type StoreLocation } from '../../../server/src/platform/database/database.ts'
import { migrate } from '../../../server/src/platform/database/migrate.ts'
import { systemClock } from '../../../server/src/ports/clock.ts'
import type { Lifetime } from './lifetime.ts'
import type { QueueOrder, QueueReport, QueueRequest } from './queue-worker.ts'

const WORKER = fileURLToPath(new URL('./queue-worker.ts', import.meta.url))
const IN_ONE_TRANSACTION = 500

export async function emptyStore(location: StoreLocation): Promise<Database> {
  const database = openDatabase(location)
  await migrate(database, migrations)
  return database
}

const silent = { error: () => {} }

/** Answers the ids, in order, and how long it took. */
export async function fillQueue(database: Database, count: number): Promise<{ ids: string[]; seconds: number }> {
  const queue = tableQueue({ database, clock: systemClock, log: silent })
  const since = performance.now()
  const ids: string[] = []
  for (let first = 0; first < count; first += IN_ONE_TRANSACTION) {
    const jobs = Array.from({ length: Math.min(IN_ONE_TRANSACTION, count - first) }, (_, at) => ({
      kind: 'nothing',
      key: `${first + at}`,
      companyId: 1 + ((first + at) % 50),
      payload: { account: first + at },
    }))
    ids.push(...(await database.transaction((tx) => queue.enqueue(tx, jobs))))
  }
  return { ids, seconds: (performance.now() - since) / 1_000 }
}

export interface QueueProcess {
  begin(): void
  /** Everything it ran so far, also twice if it did so. */
  ran: string[]
  onRan: (() => void) | null
  cpuMs(): Promise<number>
  end(): Promise<void>
}

export async function queueProcess(life: Lifetime, order: QueueOrder): Promise<QueueProcess> {
  const child = fork(WORKER, [JSON.stringify(order)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  life.child(child)
  const send = (request: QueueRequest) => void child.send(request)
  let cpuMs = 0
  const handle: QueueProcess = {
    begin: () => send('begin'),
    ran: [],
    onRan: null,
    async cpuMs() {
      const answer = once(child, 'message')
      send('tell')
      await answer
      return cpuMs
    },
    async end() {
      const exited = once(child, 'exit')
      send('end')
      await exited
    },
  }
  child.on('message', (report: QueueReport) => {
    if (typeof report === 'string') return
    handle.ran.push(...report.ran)
    cpuMs = report.cpuMs
    handle.onRan?.()
  })
  await once(child, 'message')
  return handle
}

/** Resolves when the processes together have run that many. Fails with them. */
export function haveRun(processes: readonly QueueProcess[], count: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (processes.reduce((sum, { ran }) => sum + ran.length, 0) >= count) resolve()
    }
    for (const process of processes) process.onRan = check
    check()
  })
}
