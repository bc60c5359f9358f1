/** The pure side of the limit: which requests count, whether another one may pass, and when it may. */
import { API_REQUESTS_PER_MINUTE } from '@tangelo/contract/limits'

export const WINDOW_MS = 60_000

export interface RateLimitDecision {
  /** The moments that count from now on, the oldest first; never more than the limit. */
  moments: number[]
  /** How many of the requests may pass. */
  granted: number
  /** Until a request may pass again, if no other one does; 0 while there is room. */
  waitMs: number
}

/**
 * Of `wanted` requests at once, how many pass: no stretch of 60 seconds, wherever it begins, holds more than the limit. `clock`
 * is the node's own. A node whose clock is behind counts as if it had the time of the last request, so that a difference
 * between clocks opens no gap; what lies further ahead than a window was counted by a clock that was wrong, and is dropped.
 */
export function grantRequests(before: readonly number[], wanted: number, clock: number): RateLimitDecision {
  const plausible = before.filter((moment) => moment <= clock + WINDOW_MS)
  const now = Math.max(clock, plausible.at(-1) ?? 0)
  const counted = plausible.filter((moment) => moment > now - WINDOW_MS)
  const granted = Math.min(wanted, API_REQUESTS_PER_MINUTE - counted.length)
  const moments = [...counted, ...Array.from({ length: granted }, () => now)]
  const [oldest] = moments
  const isFull = moments.length >= API_REQUESTS_PER_MINUTE
  return { moments, granted, waitMs: isFull && oldest !== undefined ? oldest + WINDOW_MS - now : 0 }
}
