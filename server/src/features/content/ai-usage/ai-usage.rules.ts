/** The messages for users when there is no text, and what of it counts. */
import { Failure } from '#platform/errors.ts'
import type { AiFailure } from '#ports/ai.ts'

const ANSWERS: Record<AiFailure['kind'], { status: number; code: string }> = {
  refused: { status: 422, code: 'ai_refused' },
  not_accepted: { status: 422, code: 'ai_not_accepted' },
  limited: { status: 429, code: 'ai_limited' },
  cut_off: { status: 502, code: 'ai_cut_off' },
  not_understood: { status: 502, code: 'ai_not_understood' },
  unavailable: { status: 503, code: 'ai_unavailable' },
  unauthorized: { status: 503, code: 'ai_unauthorized' },
  no_quota: { status: 503, code: 'ai_no_quota' },
}

/** With the moment from which a retry makes sense, where the provider gave one. */
export function whyNoText({ kind, message, retryAt }: AiFailure, now: number): Failure {
  const { status, code } = ANSWERS[kind]
  if (retryAt === null) return new Failure(status, code, message)
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAt - now) / 1_000))
  return new Failure(status, code, message, { retryAfterSeconds }, { 'retry-after': String(retryAfterSeconds) })
}

/** D37. */
export const quotaReached = (callsPerDay: number, retryAfterSeconds: number) =>
  new Failure(
    429,
    'quota_reached',
    `Your company has asked for ${callsPerDay.toLocaleString('en')} texts today, which is all it may. Try again tomorrow.`,
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )
