/**
 * The part of the queue that does the work in one process. A poll writes the outcomes of tries, takes over jobs with missed
 * leases, starts schedules and claims as much as may run, all in one transaction; then the handlers run, and their outcomes
 * are written by the next poll. So a busy queue pays one commit for many jobs.
 */
import type { Database, Queries } from '#platform/database/database.ts'
import { onBehalfOf } from '#platform/request-id.ts'
import { type TracedWork, traced } from '#platform/traced.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type DeadJob,
  type Handler,
  LeaseLost,
  PermanentError,
  RetryAt,
  type RunningJob,
  type Schedule,
  type Workers,
} from '#ports/queue.ts'
import { isCallOf, type KindNow, type Served, serveKind } from './claims.ts'
import { dueFloors, type Floors } from './due-floors.ts'
import { type HeldJob, holdJob } from './held-job.ts'
import { type ClaimedRow, leaseStore, type RunningRow, type Try } from './lease-store.ts'
import { leaseWatch } from './lease-watch.ts'
import type { Log } from './log.ts'
import { afterFailure, afterMissedLease, completed, type Outcome, releaseLease } from './outcomes.ts'
import { type PollIntervals, polling } from './polling.ts'
import { isScheduleDue } from './schedules.ts'

const ATTEMPTS = 5

export interface WorkerTools {
  database: Database
  clock: Clock
  /** Milliseconds of this process's own time, which no clock setting moves. */
  elapsed: () => number
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

interface Ended {
  job: DeadJob
  tried: Try
  outcome: Outcome
}

/** What a look has written: calls to begin, and jobs that are dead letters now. */
interface Polled extends Served {
  dead: DeadJob[]
}

const lost = () => new LeaseLost('The job was cancelled, or another worker has it by now.')
const workerEnds = () => new Error('The worker ends.')

export function tableWorkers(
  handlers: readonly Handler[],
  schedules: readonly Schedule[],
  tools: WorkerTools,
): TableWorkers {
  const { database, clock, elapsed, random, newId, log, isAlone, node } = tools
  const { engine } = database
  const store = leaseStore(database.queries, engine)
  const handlerOf = new Map(handlers.map((handler) => [handler.kind, handler]))
  const everyOf = new Map(schedules.map((round) => [round.kind, round.everyMs]))
  const calls = new Map<Promise<void>, { kind: string; held: HeldJob[] }>()
  const watch = leaseWatch()
  const floors = dueFloors()
  const handling = new Set<Promise<void>>()
  let ended: Ended[] = []
  let isPrepared = false
  let isEnding = false

  const held = () => [...calls.values()].flatMap((call) => call.held)
  const callsHere = (kind: string) => [...calls.values()].filter((call) => call.kind === kind).length
  const attemptsOf = (kind: string) => handlerOf.get(kind)?.attempts ?? ATTEMPTS

  async function poll(by: 'timer' | 'wake'): Promise<boolean> {
    if (!isPrepared) await store.makeKinds([...new Set([...handlerOf.keys(), ...everyOf.keys()])])
    const dead = by === 'timer' ? missedLeases(await store.running()) : []
    const kinds = await kindsToDo(floors.at(by))
    // A copy: tries end while it is being written, and belong to the next look.
    const outcomes = [...ended]
    if (outcomes.length + dead.length + kinds.length > 0) {
      const { calls, isMore, dead: buried } = await database.transaction((tx) => work(tx, outcomes, dead, kinds))
      ended = ended.slice(outcomes.length)
      for (const job of buried) handleDeadLetter(job)
      for (const rows of calls) begin(rows)
      if (isMore) timing.wake()
    }
    isPrepared = true
    return outcomes.length + dead.length + kinds.length > 0
  }

  /** The transaction of a look: it may run again, so it changes nothing but the store. */
  async function work(tx: Queries, endings: Ended[], dead: RunningRow[], kinds: KindNow[]): Promise<Polled> {
    const store = leaseStore(tx, engine)
    for (const { kind } of kinds) await store.lock(kind)
    const all: Polled = { calls: [], isMore: dead.length > 0, dead: [] }
    for (const group of alike(endings)) {
      const written = new Set(await store.end(group.tries, group.outcome))
      if (group.outcome.state === 'failed') all.dead.push(...group.jobs.filter(({ id }) => written.has(id)))
    }
    for (const row of dead) {
      const { id, kind, key, company_id, lease_token, beats } = row
      const outcome = afterMissedLease(row, clock.now())
      const isTaken = await store.take({ id, token: lease_token ?? '' }, beats, outcome)
      if (!isTaken || outcome.state !== 'failed') continue
      log.error({ id, kind }, outcome.reason)
      all.dead.push({ id, kind, key, companyId: company_id === 0 ? null : company_id, isSilent: true })
    }
    for (const kind of kinds) {
      const { calls, isMore } = await serveKind(tx, kind, { engine, now: clock.now(), newId, node: node ?? '' })
      all.calls.push(...calls)
      all.isMore ||= isMore
    }
    return all
  }

  /** Apart from the poll: a row that cannot be cleaned up must not keep other work from going on. */
  function handleDeadLetter(job: DeadJob): void {
    const handler = handlerOf.get(job.kind)
    if (!handler?.onDeadLetter) return
    const call = handler
      .onDeadLetter(job)
      .catch((error: unknown) => log.error({ error, ...job }, 'What a dead job left behind could not be cleaned up'))
      .finally(() => handling.delete(call))
    handling.add(call)
  }

  /** In the order of their names: nodes that lock kinds wait for each other one way only. */
  async function kindsToDo(from: Floors): Promise<KindNow[]> {
    if (isEnding) return []
    const now = clock.now()
    const found: KindNow[] = []
    for (const { kind, ready_id, first, next_round_at: nextAt } of await store.kinds(from)) {
      const handler = handlerOf.get(kind)
      const everyMs = everyOf.get(kind)
      const isDue = handler !== undefined && first !== null && first.dueAt <= now
      floors.note(kind, isDue ? first : null)
      const freeHere =
        handler && (isDue || ready_id !== null) ? (handler.concurrencyHere ?? handler.concurrency) - callsHere(kind) : 0
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
  function missedLeases(rows: RunningRow[]): RunningRow[] {
    const running = new Set(rows.map(({ id, lease_token }) => `${id} ${lease_token}`))
    for (const { tried, isCompleted, abort } of held())
      if (!isCompleted() && !running.has(`${tried.id} ${tried.token}`)) abort(lost())
    const here = new Set([...held(), ...ended].map(({ tried }) => tried.token))
    const others = rows.filter(({ kind, lease_token }) => handlerOf.has(kind) && !here.has(lease_token ?? ''))
    const silent = watch.findMissed(others, elapsed())
    if (isPrepared) return silent
    return others.filter((row) => isAlone || silent.includes(row) || (node !== null && isCallOf(node, row)))
  }

  function begin(rows: ClaimedRow[]) {
    const kind = rows[0]?.kind ?? ''
    const jobs = rows.map((row) => holdJob(row, { database, now: clock.now, elapsed }))
    const call = run(kind, jobs).then(() => {
      calls.delete(call)
      timing.wake()
    })
    calls.set(call, { kind, held: jobs })
    if (isEnding) for (const { abort } of jobs) abort(workerEnds())
  }

  async function run(kind: string, jobs: HeldJob[]): Promise<void> {
    let named: ReadonlyMap<string, Error> | undefined
    let thrown: Error | undefined
    try {
      const all = jobs.map(({ job }) => job)
      const requestId = sharedRequest(all)
      named = await onBehalfOf(requestId, () =>
        traced(
          () => aboutJobs(kind, all, requestId),
          async () => handlerOf.get(kind)?.run(all),
        ),
      )
    } catch (error) {
      thrown = error instanceof Error ? error : new Error(String(error))
    }
    for (const { tried, job, isCompleted } of jobs)
      if (!isCompleted())
        onBehalfOf(job.requestId, () =>
          ended.push({ job: asDead(job), tried, outcome: outcomeOf(thrown ?? named?.get(job.id), kind, job) }),
        )
  }

  function outcomeOf(error: Error | undefined, kind: string, { id, attempt, signal }: HeldJob['job']): Outcome {
    const now = clock.now()
    if (!error) return completed(now)
    const isMeant = error instanceof PermanentError || error instanceof RetryAt
    if (isEnding && !isMeant) return releaseLease(attempt)
    const outcome = afterFailure(error, { attempt, attempts: attemptsOf(kind), now, random })
    if (outcome.state === 'failed' && !signal.aborted) log.error({ error, id, kind, attempt }, 'A job failed for good')
    return outcome
  }

  async function renew(): Promise<void> {
    const jobs = held().filter(({ isCompleted }) => !isCompleted())
    const tries = [...jobs, ...ended].map(({ tried }) => tried)
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
      for (const { tried, abort } of held()) if (tried.id === id) abort(lost())
    },
    async end(graceMs = 0) {
      isEnding = true
      if (graceMs > 0) await endedWithin(graceMs, [...calls.keys()])
      for (const { abort } of held()) abort(workerEnds())
      // A running poll may have begun calls.
      await timing.now()
      await Promise.all(calls.keys())
      await timing.now()
      await Promise.all(handling)
      await timing.end()
      clearInterval(renewing)
    },
  }
}

/** Resolves when all calls have ended, or the time is over. */
async function endedWithin(milliseconds: number, calls: readonly Promise<void>[]): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([isOver, Promise.all(calls)])
  clearTimeout(timer)
}

/** The request that all of them come from; null where they come from several, or from none. */
const sharedRequest = ([first, ...others]: readonly RunningJob[]): string | null =>
  first && others.every(({ requestId }) => requestId === first.requestId) ? first.requestId : null

const aboutJobs = (kind: string, jobs: readonly RunningJob[], requestId: string | null): TracedWork => ({
  kind: 'job',
  name: `job ${kind}`,
  attributes: {
    'tangelo.job.kind': kind,
    'tangelo.job.count': jobs.length,
    ...(requestId !== null && { 'tangelo.request.id': requestId }),
  },
})

const asDead = ({ id, kind, key, companyId }: HeldJob['job']): DeadJob => {
  return { id, kind, key, companyId, isSilent: false }
}

/** Tries that ended alike, to be written by one statement. */
function alike(ended: readonly Ended[]): { jobs: DeadJob[]; tries: Try[]; outcome: Outcome }[] {
  const groups = new Map<string, { jobs: DeadJob[]; tries: Try[]; outcome: Outcome }>()
  for (const { job, tried, outcome } of ended) {
    const key = JSON.stringify(outcome)
    const group = groups.get(key) ?? { jobs: [], tries: [], outcome }
    group.jobs.push(job)
    group.tries.push(tried)
    groups.set(key, group)
  }
  return [...groups.values()]
}
