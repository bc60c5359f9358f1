/** The calls of handlers in this process: the jobs that they hold, and the outcomes that wait for a poll to write them. */
import type { Database } from '#platform/database/database.ts'
import { onBehalfOf } from '#platform/request-id.ts'
import { type TracedWork, traceWork } from '#platform/trace-work.ts'
import type { Clock } from '#ports/clock.ts'
import { type DeadJob, type Handler, LeaseLost, PermanentError, RetryAt, type RunningJob } from '#ports/queue.ts'
import { type HeldJob, holdJob } from './held-job.ts'
import type { ClaimedRow, Try } from './lease-store.ts'
import type { Log } from './log.ts'
import { afterFailure, type Outcome, releaseLease, toCompleted } from './outcomes.ts'

const ATTEMPTS = 5

/** A try that has ended, to be written by the next poll. */
export interface Ended {
  job: DeadJob
  tried: Try
  outcome: Outcome
}

export const leaseLost = () => new LeaseLost('The job was cancelled, or another worker has it by now.')
const workerEnds = () => new Error('The worker ends.')

export function runningCalls(
  handlerOf: ReadonlyMap<string, Handler>,
  {
    database,
    clock,
    readElapsedMs,
    random,
    log,
    onEnd,
  }: {
    database: Database
    clock: Clock
    readElapsedMs: () => number
    random: () => number
    log: Log
    /** After each call. */
    onEnd: () => void
  },
) {
  const calls = new Map<Promise<void>, { kind: string; held: HeldJob[] }>()
  let ended: Ended[] = []
  let isEnding = false

  const listHeld = () => [...calls.values()].flatMap((call) => call.held)

  function begin(rows: ClaimedRow[]) {
    const kind = rows[0]?.kind ?? ''
    const jobs = rows.map((row) => holdJob(row, { database, now: clock.now, readElapsedMs }))
    const call = run(kind, jobs).then(() => {
      calls.delete(call)
      onEnd()
    })
    calls.set(call, { kind, held: jobs })
    if (isEnding) for (const { abort } of jobs) abort(workerEnds())
  }

  async function run(kind: string, jobs: HeldJob[]): Promise<void> {
    let named: ReadonlyMap<string, Error> | undefined
    let thrown: Error | undefined
    try {
      const all = jobs.map(({ job }) => job)
      const requestId = findSharedRequest(all)
      named = await onBehalfOf(requestId, () =>
        traceWork(
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
    if (!error) return toCompleted(now)
    const isMeant = error instanceof PermanentError || error instanceof RetryAt
    if (isEnding && !isMeant) return releaseLease(attempt)
    const outcome = afterFailure(error, { attempt, attempts: handlerOf.get(kind)?.attempts ?? ATTEMPTS, now, random })
    if (outcome.state === 'failed' && !signal.aborted) log.error({ error, id, kind, attempt }, 'A job failed for good')
    return outcome
  }

  return {
    listHeld,
    begin,
    countOf: (kind: string) => [...calls.values()].filter((call) => call.kind === kind).length,
    /** A copy: tries end while it is being written, and belong to the next look. */
    listEnded: () => [...ended],
    /** The first of them are written. */
    forget(count: number) {
      ended = ended.slice(count)
    },
    isEnding: () => isEnding,
    /** Aborts what has not ended within `graceMs`, and from then on what begins. */
    async end(graceMs: number): Promise<void> {
      isEnding = true
      if (graceMs > 0) await waitForEnd(graceMs, [...calls.keys()])
      for (const { abort } of listHeld()) abort(workerEnds())
    },
    async allEnded(): Promise<void> {
      await Promise.all(calls.keys())
    },
  }
}

/** Resolves when all calls have ended, or the time is over. */
async function waitForEnd(milliseconds: number, calls: readonly Promise<void>[]): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([isOver, Promise.all(calls)])
  clearTimeout(timer)
}

/** The request that all of them come from; null where they come from several, or from none. */
const findSharedRequest = ([first, ...others]: readonly RunningJob[]): string | null =>
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
