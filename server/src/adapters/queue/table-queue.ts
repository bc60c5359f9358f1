/**
 * The queue as a table of the store, alike on SQLite and PostgreSQL (docs/decisions/0005). What is enqueued in this
 * process begins as soon as its transaction is committed; other nodes get a hint of it, or find it within a second.
 */
import { afterCommit, type Database, isTaken } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { Handler, Queue, Schedule } from '#ports/queue.ts'
import { jobStore } from './job-store.ts'
import { jobViews } from './job-views.ts'
import { kindCounts, oldestDue } from './kind-counts.ts'
import { leaseStore } from './lease-store.ts'
import type { Log } from './log.ts'
import { POLL_INTERVALS, type PollIntervals } from './polling.ts'
import { timeOrderedIds } from './time-ordered-id.ts'
import { type TableWorkers, tableWorkers } from './workers.ts'

export interface TableQueue extends Queue {
  work(handlers: readonly Handler[], schedules?: readonly Schedule[]): TableWorkers
}

export function tableQueue({
  database,
  clock,
  log,
  isAlone = false,
  node = null,
  readElapsedMs = () => performance.now(),
  random = Math.random,
  newId = timeOrderedIds(),
  intervals = POLL_INTERVALS,
}: {
  database: Database
  clock: Clock
  log: Log
  /** No other process works on this store, so what is running when workers begin runs again at once. */
  isAlone?: boolean
  /** Names the place of this process, which has one process at a time: what an earlier one left there runs again at once. */
  node?: string | null
  /** Milliseconds of this process's own time, which no clock setting moves. */
  readElapsedMs?: () => number
  /** 0 to 1. */
  random?: () => number
  /** Must go up from one to the next. */
  newId?: (now: number) => string
  intervals?: PollIntervals
}): TableQueue {
  const working = new Set<TableWorkers>()
  const wake = () => {
    for (const workers of working) workers.wake()
  }
  const store = jobStore(database.queries)
  const views = jobViews(database.queries)
  return {
    async enqueue(tx, jobs) {
      const ids = await jobStore(tx).add(jobs, clock.now(), newId)
      if (ids.length > 0) afterCommit(tx, wake)
      return ids
    },
    async hasten(tx, kind, key) {
      if (await jobStore(tx).hasten(kind, key)) afterCommit(tx, wake)
    },
    work(handlers, rounds = []) {
      const workers = tableWorkers(handlers, rounds, {
        database,
        clock,
        readElapsedMs,
        random,
        newId,
        log,
        intervals,
        isAlone,
        node,
      })
      working.add(workers)
      const stopHearing = database.hints.on('jobs', workers.wake)
      return {
        ...workers,
        async end(graceMs) {
          await workers.end(graceMs)
          stopHearing()
          working.delete(workers)
        },
      }
    },
    async cancel(id) {
      const isCancelled = await store.cancel(id, clock.now())
      if (isCancelled) for (const workers of working) workers.abort(id)
      return isCancelled
    },
    async retry(id) {
      try {
        const isRevived = await store.revive(id)
        if (isRevived) wake()
        return isRevived
      } catch (error) {
        if (isTaken(error)) return false
        throw error
      }
    },
    find: views.find,
    findLive: views.findLive,
    list: views.list,
    runningTries: (tx, kind) => leaseStore(tx, database.engine).triesOf(kind),
    counts: () => kindCounts(database.queries),
    oldestDue: () => oldestDue(database.queries, clock.now()),
    deadLetters: views.deadLetters,
    async purge(endedBefore) {
      while (await store.removeSome(endedBefore));
    },
  }
}
