/** Whether a render has ended, and when to ask again. */
import type { RenderResult } from '@tangelo/contract'

type Status = RenderResult['status']

/** spec §9. */
const POLL_PROCESSING_MS = 15_000
const POLL_OTHERWISE_MS = 30_000

/** spec §4: two words for the same. */
export function isDone(status: Status): boolean {
  return status === 'completed' || status === 'succeeded'
}

export function isEnded(status: Status): boolean {
  return isDone(status) || status === 'failed'
}

/** When to poll without events (spec §9); false for a render that has ended. */
export function getPollDelayMs(status: Status | undefined): number | false {
  if (status === undefined) return POLL_OTHERWISE_MS
  if (isEnded(status)) return false
  return status === 'processing' ? POLL_PROCESSING_MS : POLL_OTHERWISE_MS
}
