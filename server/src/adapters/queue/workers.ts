/**
 * The part of the queue that does the work in one process. A poll writes the outcomes of tries, takes over jobs with missed
 * leases, starts schedules and claims as much as may run, all in one transaction; then the handlers run, and their outcomes
 * are written by the next poll. So a busy queue pays one commit for many jobs.
 */
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { Handler, Schedule, Workers } from '#ports/queue.ts'
import { isCallOf, type KindNow } from './claims.ts'
import { clockWatch } from './clock-watch.ts'
import { deadLetters } from './dead-letters.ts'
import { dueFloors, type Floors } from './due-floors.ts'
import { jobStore } from './job-store.ts'
import { kindStore } from './kind-store.ts'
import { leaseStore, type RunningRow } from './lease-store.ts'
import { leaseWatch } from './lease-watch.ts'
import type { Log } from './log.ts'
import { lookAgain } from './outcomes.ts'
import { type PollIntervals, polling } from './polling.ts'
import { leaseLost, runningCalls } from './running-calls.ts'
import { isScheduleDue } from './schedules.ts'
import { writePoll } from './write-poll.ts'

export interface WorkerTools {
  database: Database
  clock: Clock
  /** Milliseconds of this process's own time, which no clock setting moves. */
  readElapsedMs: () => number
  random: () => number
  newId: (now: number) => string
  log: Log
  intervals: PollIntervals
  /** No other process works on this database: any job that is running when this begins has lost its process. */
  isAlone: boolean
  /** Has one process at a time; null when this is not known. */
  node: string | null
}

export interface TableWorkers extends Workers {
  /** Lets the handler of a cancelled job know, if it runs here. */
  abort(id: string): void
  /** What the timers do, now: for tests. */
  poll(): Promise<void>
  renew(): Promise<void>
}

export function tableWorkers(
  handlers: readonly Handler[],
  schedules: readonly Schedule[],
  tools: WorkerTools,
): TableWorkers {
  const { database, clock, readElapsedMs, random, newId, log, isAlone, node } = tools
  const { engine } = database
  const store = leaseStore(database.queries, engine)
  const allKinds = kindStore(database.queries, engine)
  const handlerOf = new Map(handlers.map((handler) => [handler.kind, handler]))
  const everyOf = new Map(schedules.map((round) => [round.kind, round.everyMs]))
  const calls = runningCalls(handlerOf, {
    database,
    clock,
    readElapsedMs,
    random,
    log,
    onEnd: () => timing.wake(),
  })
  const letters = deadLetters(handlerOf, log)
  const watch = leaseWatch()
  const clockWatched = clockWatch()
  /** Tries that had the time from a clock that was set back since. */
  const begunBefore = new Set<string>()
  /** Until what was put off is looked at. */
  let isSetBack = false
  const floors = dueFloors()
  let isPrepared = false

  async function poll(by: 'timer' | 'wake'): Promise<boolean> {
    if (!isPrepared) await allKinds.makeKinds([...new Set([...handlerOf.keys(), ...everyOf.keys()])])
    isSetBack ||= clockWatched.isSetBack(clock.now(), readElapsedMs())
    if (isSetBack) {
      for (const { tried } of [...calls.listHeld(), ...calls.listEnded()]) begunBefore.add(tried.token)
      await jobStore(database.queries).hastenAll([...handlerOf.keys()])
      isSetBack = false
    }
    const dead = by === 'timer' ? findMissedLeases(await store.running()) : []
    const kinds = await kindsToDo(floors.at(by))
    const endings = calls
      .listEnded()
      .map((ended) =>
        begunBefore.has(ended.tried.token) ? Object.assign({}, ended, { outcome: lookAgain(ended.outcome) }) : ended,
      )
    const isToWrite = endings.length + dead.length + kinds.length > 0
    if (isToWrite) {
      const written = await database.transaction((tx) =>
        writePoll(tx, { endings, dead, kinds }, { engine, clock, newId, node, log }),
      )
      calls.forget(endings.length)
      for (const job of written.dead) letters.handle(job)
      for (const rows of written.calls) calls.begin(rows)
      if (written.isMore) timing.wake()
    }
    isPrepared = true
    return isToWrite
  }

  /** In the order of their names: nodes that lock kinds wait for each other one way only. */
  async function kindsToDo(from: Floors): Promise<KindNow[]> {
    if (calls.isEnding()) return []
    const now = clock.now()
    const found: KindNow[] = []
    for (const { kind, ready_id, first, next_round_at: nextAt } of await allKinds.read(from)) {
      const handler = handlerOf.get(kind)
      const everyMs = everyOf.get(kind)
      const isDue = handler !== undefined && first !== null && first.dueAt <= now
      floors.note(kind, isDue ? first : null)
      const freeHere =
        handler && (isDue || ready_id !== null)
          ? (handler.concurrencyHere ?? handler.concurrency) - calls.countOf(kind)
          : 0
      const round = everyMs !== undefined && isScheduleDue(nextAt, everyMs, now) ? { nextAt, everyMs } : undefined
      if (isDue || round || freeHere > 0)
        found.push({
          kind,
          isDue,
          from: from[kind] ?? '',
          freeHere,
          ...(handler && { handler }),
          ...(round && { round }),
        })
    }
    return found.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  }

  /** Rows without a heartbeat for a lease, or whose process cannot be alive at all. */
  function findMissedLeases(rows: RunningRow[]): RunningRow[] {
    const running = new Set(rows.map(({ id, lease_token }) => `${id} ${lease_token}`))
    for (const { tried, isCompleted, abort } of calls.listHeld())
      if (!isCompleted() && !running.has(`${tried.id} ${tried.token}`)) abort(leaseLost())
    const here = new Set([...calls.listHeld(), ...calls.listEnded()].map(({ tried }) => tried.token))
    const others = rows.filter(({ kind, lease_token }) => handlerOf.has(kind) && !here.has(lease_token ?? ''))
    const silent = watch.findMissed(others, readElapsedMs())
    if (isPrepared) return silent
    return others.filter((row) => isAlone || silent.includes(row) || (node !== null && isCallOf(node, row)))
  }

  async function renew(): Promise<void> {
    const jobs = calls.listHeld().filter(({ isCompleted }) => !isCompleted())
    const tries = [...jobs, ...calls.listEnded()].map(({ tried }) => tried)
    if (tries.length === 0) return
    try {
      await store.sendHeartbeat(tries)
      for (const { writeProgress } of jobs) await writeProgress()
    } catch (error) {
      log.error({ error }, 'The queue could not renew its leases; it tries again')
    }
  }

  const timing = polling(poll, { intervals: tools.intervals, log, isHinted: database.hints.isHeard })
  const renewing = setInterval(() => void renew(), tools.intervals.renewMs)
  return {
    wake: timing.wake,
    poll: timing.now,
    renew,
    abort(id) {
      for (const { tried, abort } of calls.listHeld()) if (tried.id === id) abort(leaseLost())
    },
    async end(graceMs = 0) {
      await calls.end(graceMs)
      // A running poll may have begun calls.
      await timing.now()
      await calls.allEnded()
      await timing.now()
      await letters.allHandled()
      await timing.end()
      clearInterval(renewing)
    },
  }
}
