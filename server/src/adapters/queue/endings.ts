/** What becomes of a try: pure decisions. A try ends done, put off, failed for now, failed for good, or given back. */
import { isStoreFault } from '#platform/database/store-faults.ts'
import { GiveUp, RunLater } from '#ports/queue.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10 * 60_000
/** A handler that puts off its job to a moment that has passed must not turn the queue into a busy loop. */
const SHORTEST_DELAY_MS = 1_000
const SILENCES_MAX = 20

/** The columns of the job that the try leaves behind. */
export type Ending =
  | { state: 'done'; turn: null; progress: 1; reason: null; finished_at: number }
  | { state: 'failed'; turn: null; reason: string; finished_at: number }
  /** `turn` absent: it keeps its place. */
  | { state: 'waiting'; attempt?: number; silences?: number; turn?: null; run_at?: number; reason?: string }

/** Between nothing and 2, 4, 8 … seconds, ten minutes at most: whoever failed together comes back one by one. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.floor(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt))

export const done = (now: number): Ending => ({
  state: 'done',
  turn: null,
  progress: 1,
  reason: null,
  finished_at: now,
})

const dead = (reason: string, now: number): Ending => ({ state: 'failed', turn: null, reason, finished_at: now })

/** What a failure means for a job whose try `attempt` of `attempts` it was. */
export function afterFailure(
  error: Error,
  { attempt, attempts, now, random }: { attempt: number; attempts: number; now: number; random: () => number },
): Ending {
  const reason = error.message || error.name
  if (error instanceof RunLater) {
    const runAt = Math.max(error.at, now + SHORTEST_DELAY_MS)
    return { state: 'waiting', attempt: attempt - 1, turn: null, run_at: runAt, reason }
  }
  // The store was away: no fault of the job, and it goes on as soon as the store is back.
  if (isStoreFault(error))
    return { state: 'waiting', attempt: attempt - 1, turn: null, run_at: now + SHORTEST_DELAY_MS, reason }
  if (error instanceof GiveUp || attempt >= attempts) return dead(reason, now)
  return { state: 'waiting', turn: null, run_at: now + backOffMs(attempt, random), reason }
}

/**
 * Its process ended or fell silent: hardly ever the job's fault, so the try does not count. But a job that kills its process
 * would do so for ever, so there is an end to that too.
 */
export const afterSilence = ({ attempt, silences }: { attempt: number; silences: number }, now: number): Ending =>
  silences + 1 >= SILENCES_MAX
    ? dead(`The process that worked on it ended without a word, ${SILENCES_MAX} times.`, now)
    : {
        state: 'waiting',
        attempt: attempt - 1,
        silences: silences + 1,
        reason: 'The process that worked on it ended without a word.',
      }

/** The worker ends before the job did: as if it had never been taken. */
export const givenBack = (attempt: number): Ending => ({ state: 'waiting', attempt: attempt - 1 })
