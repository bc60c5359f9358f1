/**
 * A lease says that a process works on something: it renews the lease while it works, and a process that was killed does not.
 * Once the lease is over, another process may take the work over under a token of its own.
 */
import { Failure } from './errors.ts'

/**
 * As long as the lease of a job: a busy process does not lose it, and a client whose node was killed is served by another within ten
 * seconds. What a vendor may still do after that is not its matter (`table_makings`).
 */
export const LEASE_MS = 9_000
const RENEWED_EVERY_MS = 3_000

/** Runs `work` and renews its lease until it ends. */
export async function renewing<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  // A renewal that fails is tried again three seconds later; a lease that is lost by then is noticed where it is used.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY_MS)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The same request is being worked on, or its first try may still take effect at a vendor. */
export function inProgress(untilMs: number, now: number): Failure {
  const seconds = Math.max(1, Math.ceil((untilMs - now) / 1_000))
  return new Failure(
    409,
    'in_progress',
    `This request is being worked on already. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds: seconds },
    { 'retry-after': String(seconds) },
  )
}

/** A failure that leaves open whether the work has been done, so the same request must be able to go on with it. */
export const isUnclear = (error: unknown): boolean =>
  !(error instanceof Failure) || error.status >= 500 || error.code === 'in_progress'
