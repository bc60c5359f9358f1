/** One store, and as many nodes that work on it as a test needs; the test moves their clocks and says when they poll. */
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import type { JobView } from '#ports/job-view.ts'
import type { Handler, NewJob, Queue, RunningJob, Schedule, Workers } from '#ports/queue.ts'

/** A provider of the queue whose timers the test replaces. */
export interface TestedQueue extends Queue {
  work(handlers: readonly Handler[], schedules?: readonly Schedule[]): TestedWorkers
}

export interface TestedWorkers extends Workers {
  /** Looks for work, as now and then without being asked. */
  poll(): Promise<void>
  /** Renews what it holds. */
  renew(): Promise<void>
}

export interface NodeTools {
  database: Database
  clock: { now(): number }
  /** The node's own time, in milliseconds. */
  readElapsedMs: () => number
  random: () => number
  log: { error(details: object, message: string): void }
}

/** 2026-11-20, 09:00 in UTC. */
export const START = Date.UTC(2026, 10, 20, 9)

export interface QueueNode {
  queue: TestedQueue
  clock: { now(): number; moveBy(milliseconds: number): void }
  /** What was logged. */
  logged: string[]
  work(handlers: readonly Handler[], rounds?: readonly Schedule[]): TestedWorkers
  enqueue(...jobs: Partial<NewJob>[]): Promise<string[]>
}

export interface QueueNodes {
  database: Database
  /** A node like one of another process: its own clock, which starts like the others. */
  node(): QueueNode
  /** Time passes for all nodes, a second at a time, and these poll each second. */
  pass(seconds: number, ...polling: TestedWorkers[]): Promise<void>
}

const aJob = (request: Partial<NewJob> = {}): NewJob => ({
  kind: 'work',
  key: 'one',
  companyId: null,
  payload: {},
  ...request,
})

export const jobsOf = (count: number, request: Partial<NewJob> = {}): NewJob[] =>
  Array.from({ length: count }, (_, at) => aJob({ key: `${request.companyId ?? ''}-${at}`, ...request }))

/** A handler of single jobs. */
export const handler = (
  run: (job: RunningJob) => Promise<unknown>,
  request: Partial<Omit<Handler, 'run'>> = {},
): Handler => ({
  kind: 'work',
  concurrency: 1,
  ...request,
  async run(jobs) {
    for (const job of jobs) await run(job)
    return undefined
  },
})

export function queueNodes(database: Database, make: (tools: NodeTools) => TestedQueue): QueueNodes {
  const working = new Set<TestedWorkers>()
  const clocks: { moveBy(milliseconds: number): void }[] = []
  let elapsed = 0
  onTestFinished(() => Promise.all([...working].map((workers) => workers.end())).then(() => {}))
  return {
    database,
    node() {
      let now = START
      const logged: string[] = []
      const clock = {
        now: () => now,
        moveBy: (milliseconds: number) => {
          now += milliseconds
        },
      }
      clocks.push(clock)
      const log = { error: (_: object, message: string) => void logged.push(message) }
      const queue = make({ database, clock, readElapsedMs: () => elapsed, random: () => 0.5, log })
      return {
        queue,
        clock,
        logged,
        work(handlers, rounds) {
          const workers = queue.work(handlers, rounds)
          working.add(workers)
          return workers
        },
        enqueue: (...jobs) => database.transaction((tx) => queue.enqueue(tx, jobs.map(aJob))),
      }
    },
    async pass(seconds, ...polling) {
      for (let second = 0; second < seconds; second += 1) {
        elapsed += 1_000
        for (const clock of clocks) clock.moveBy(1_000)
        for (const workers of polling) await workers.poll()
      }
    },
  }
}

/** Far longer than anything here takes: a test that waits in vain says what it waited for. */
const PATIENCE_MS = 40_000

const LONGEST_LOOK_MS = 10

/**
 * Looks until the condition holds, ever more rarely: to look all the time would keep the work from its store. Nodes look for work meanwhile
 * only when they are woken.
 */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const givesUpAt = performance.now() + PATIENCE_MS
  for (let waitMs = 1; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 1.5)) {
    let cause: unknown
    try {
      if (await holds()) return
    } catch (error) {
      cause = error
    }
    if (performance.now() > givesUpAt) throw new Error(`It never came to: ${what}`, { cause })
    await pause(waitMs)
  }
}

export const becomes = (queue: Queue, id: string, state: JobView['state']): Promise<void> =>
  until(`job ${state}`, async () => (await queue.find(id))?.state === state)

/** A promise that a handler waits for, and one that tells that it is there. */
export function gate() {
  const arrival = Promise.withResolvers<RunningJob>()
  const leave = Promise.withResolvers<void>()
  return {
    arrived: arrival.promise,
    open: leave.resolve,
    /** Waits until opened; throws the signal's reason when aborted. */
    async pass(job: RunningJob) {
      arrival.resolve(job)
      const aborted = new Promise<never>((_, reject) =>
        job.signal.addEventListener('abort', () => reject(job.signal.reason), { once: true }),
      )
      await Promise.race([leave.promise, aborted])
    },
  }
}
