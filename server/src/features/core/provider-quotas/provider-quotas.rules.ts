/** Pure decisions on the quota of calls to a source and on when to pause them. */
import type { OutsideServiceName, QuotaName, ServiceFailure } from '#ports/outside-service.ts'

const MINUTE_MS = 60_000
/** Above this share of what a source allows, calls slow down; above the other they stop. */
const SLOWER_ABOVE_PERCENT = 75
const STOP_ABOVE_PERCENT = 95
/** At the second limit calls are this much further apart than at the first. */
const SLOWEST_FACTOR = 5
/** The source counts over the last hour, so its gauge falls bit by bit: worth a look after a quarter of it. */
const LOOK_AGAIN_MS = 15 * MINUTE_MS
/** An administrator may have mended it meanwhile. */
const REFUSED_PAUSE_MS = 15 * MINUTE_MS
/** Design §5: this many failures within this time open the breaker for this long. */
const BREAKER_FAILURES = 5
const BREAKER_WITHIN_MS = 30_000
const BREAKER_OPEN_MS = 30_000
/** The least that a source which was called too often is left alone. */
const LEAST_PAUSE_MS: Readonly<Record<OutsideServiceName | 'own', number>> = {
  graph: MINUTE_MS,
  apify: MINUTE_MS,
  // The source's own rule: half a minute after a 429.
  airtable: MINUTE_MS / 2,
  s3: 0,
  openai: MINUTE_MS / 6,
  stripe: 0,
  google: 0,
  own: MINUTE_MS,
}
/** The longest pause, whatever Retry-After a source sends: after this it is called again. */
const PAUSE_MAX_MS = 6 * 60 * MINUTE_MS

/** Milliseconds from the beginning of one call to the next, all nodes together. */
export function distanceMs(callsPerHour: number, usedPercent: number | null): number {
  const plain = (60 * MINUTE_MS) / callsPerHour
  if (usedPercent === null || usedPercent <= SLOWER_ABOVE_PERCENT) return plain
  const share = Math.min(1, (usedPercent - SLOWER_ABOVE_PERCENT) / (STOP_ABOVE_PERCENT - SLOWER_ABOVE_PERCENT))
  return plain * (1 + share * (SLOWEST_FACTOR - 1))
}

/** Calls that may wait leave the upper half of what the source allows to those that may not. */
const SPARE_BELOW_PERCENT = 50

export const isSpare = (usedPercent: number | null): boolean =>
  usedPercent === null || usedPercent <= SPARE_BELOW_PERCENT

/** A pause longer than any was set by a clock that has been put back since. */
export const isPaused = (until: number, now: number): boolean => until > now && until <= now + PAUSE_MAX_MS

/** Until when calls to a source pause after it reported how much of its quota is used; 0 for not at all. */
export const pauseAfterUse = (usedPercent: number | null, now: number): number =>
  usedPercent !== null && usedPercent > STOP_ABOVE_PERCENT ? now + LOOK_AGAIN_MS : 0

/** The service that a quota is of. */
const serviceOf = (name: QuotaName) => name.replace(/:.*/, '') as OutsideServiceName | 'own'

/** Until when a source is left alone after a call failed; 0 for not at all. */
export function pauseAfterFailure(
  name: QuotaName,
  failure: ServiceFailure,
  before: { failures: number; failingSince: number | null },
  now: number,
): number {
  const longest = now + PAUSE_MAX_MS
  if (failure.kind === 'refused') return now + REFUSED_PAUSE_MS
  const asked = Math.min(failure.retryAt ?? 0, longest)
  if (failure.kind === 'limited') return Math.max(asked || now + LOOK_AGAIN_MS, now + LEAST_PAUSE_MS[serviceOf(name)])
  const isQuick = before.failingSince === null || now - before.failingSince <= BREAKER_WITHIN_MS
  const hasOpened = before.failures >= BREAKER_FAILURES
  const opens = before.failures + 1 >= BREAKER_FAILURES && (isQuick || hasOpened)
  return Math.max(asked, opens ? now + BREAKER_OPEN_MS : 0)
}
