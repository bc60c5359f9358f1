/** Outcomes of a try, as pure decisions: completed, postponed, failed for now, failed for good, or released. */
import { isStoreFault } from '#platform/database/store-faults.ts'
import { PermanentError, RetryAt } from '#ports/queue.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10 * 60_000
/** A handler that puts off its job to a moment that has passed must not turn the queue into a busy loop. */
const SHORTEST_DELAY_MS = 1_000
const MISSED_LEASES_MAX = 20

/** The columns of the job that the try leaves behind. */
export type Outcome =
  | { state: 'done'; turn: null; progress: 1; reason: null; finished_at: number }
  | { state: 'failed'; turn: null; reason: string; finished_at: number }
  /** `turn` absent: it keeps its place. */
  | { state: 'waiting'; attempt?: number; silences?: number; turn?: null; run_at?: number; reason?: string }

/** Between nothing and 2, 4, 8 … seconds, ten minutes at most: jobs that failed together come back one by one. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.floor(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt))

export const toCompleted = (now: number): Outcome => ({
  state: 'done',
  turn: null,
  progress: 1,
  reason: null,
  finished_at: now,
})

const deadLetter = (reason: string, now: number): Outcome => ({ state: 'failed', turn: null, reason, finished_at: now })

/** What a failure means for a job whose try `attempt` of `attempts` it was. */
export function afterFailure(
  error: Error,
  { attempt, attempts, now, random }: { attempt: number; attempts: number; now: number; random: () => number },
): Outcome {
  const reason = error.message || error.name
  if (error instanceof RetryAt) {
    const runAt = Math.max(error.at, now + SHORTEST_DELAY_MS)
    return { state: 'waiting', attempt: attempt - 1, turn: null, run_at: runAt, reason }
  }
  // The store was away: no fault of the job, and it goes on as soon as the store is back.
  if (isStoreFault(error))
    return { state: 'waiting', attempt: attempt - 1, turn: null, run_at: now + SHORTEST_DELAY_MS, reason }
  if (error instanceof PermanentError || attempt >= attempts) return deadLetter(reason, now)
  return { state: 'waiting', turn: null, run_at: now + backOffMs(attempt, random), reason }
}

/**
 * Its process ended or sends no heartbeats: rarely the job's fault, so the try does not count. A job that kills its process
 * would do so for ever, so there is a limit.
 */
export const afterMissedLease = ({ attempt, silences }: { attempt: number; silences: number }, now: number): Outcome =>
  silences + 1 >= MISSED_LEASES_MAX
    ? deadLetter(`The process that worked on it crashed, ${MISSED_LEASES_MAX} times.`, now)
    : {
        state: 'waiting',
        attempt: attempt - 1,
        silences: silences + 1,
        reason: 'The process that worked on it crashed.',
      }

/** A moment that was named by a clock which was set back since is no moment to wait for. */
export const lookAgain = (outcome: Outcome): Outcome =>
  outcome.state === 'waiting' && outcome.run_at !== undefined ? Object.assign({}, outcome, { run_at: 0 }) : outcome

/** The worker ends before the job did: as if it had never been claimed. */
export const releaseLease = (attempt: number): Outcome => ({ state: 'waiting', attempt: attempt - 1 })
