/** Decisions about readings: what a state says, and what an answer to 'Refresh' means. */
import { REFRESH_EVERY_HOURS } from '@tangelo/contract/limits'
import { ApiError } from '#lib/api.ts'
import { formatAhead, formatMoment } from '#lib/format.ts'
import type { RefreshState } from './queries.ts'
import { texts } from './texts/refresh.ts'

export function isUnderWay(state: RefreshState | undefined): boolean {
  return state !== undefined && state.state !== 'idle'
}

/** Whether a refresh has ended with a reading: by itself, which counts for the day, or by another one of the same name. */
export function hasRead(before: RefreshState, after: RefreshState): boolean {
  return after.allowedAgainAt !== null || after.lastSucceededAt !== before.lastSucceededAt
}

/** The message for a refused 'Refresh'. `no_source`: nothing can be asked, there are other ways. */
export function refusalOf(
  error: unknown,
): { kind: 'no_source' } | { kind: 'limit' | 'failed'; title: string; description: string } {
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: null }
  if (status === 409 && fieldOf(body, 'error') === 'no_source') return { kind: 'no_source' }
  if (status === 429) {
    const hours = fieldOf(body, 'hoursRemaining')
    const known = typeof hours === 'number' && hours > 0 ? Math.ceil(hours) : REFRESH_EVERY_HOURS
    return { kind: 'limit', title: texts.limit, description: texts.limitDescription(known) }
  }
  return { kind: 'failed', title: texts.failed, description: texts.failedDescription }
}

function fieldOf(body: unknown, field: string): unknown {
  return typeof body === 'object' && body !== null
    ? new Map<string, unknown>(Object.entries(body)).get(field)
    : undefined
}

/** 'First failed 3 days ago. Last try 5 minutes ago: … Next try in 20 minutes.'; null when the last try went well. */
export function failureText({ failure, nextDueAt }: RefreshState, now: Date): string | null {
  if (!failure) return null
  const { since, lastTryAt, message } = failure
  const lastAge = lastTryAt && formatMoment(lastTryAt, now)
  const last = texts.lastTry(formatMoment(since, now), lastAge, toSentence(message))
  return nextDueAt ? `${last} ${texts.nextTry(formatAhead(nextDueAt, now))}` : last
}

/** A message as a sentence: with its stop, without a second one. */
export function toSentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}

/** 'Next daily refresh in 21 hours'; null while one is under way, after a failure, and where nothing can be asked. */
export function nextRefreshText(
  { state, source, failure, nextDueAt, interval, everyDays }: RefreshState,
  now: Date,
): string | null {
  if (state !== 'idle' || source === null || failure || nextDueAt === null) return null
  const ahead = formatAhead(nextDueAt, now)
  return interval === 'daily'
    ? texts.nextRefresh(ahead)
    : texts.nextRefreshOf(ahead, everyDays, interval === 'activity')
}
