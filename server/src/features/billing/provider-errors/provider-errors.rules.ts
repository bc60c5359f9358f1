/** Users' messages for failures of the payment provider. Pure. */
import { conflict, Failure, invalidInput } from '#platform/errors.ts'
import { PaymentsFailure } from '#ports/payments.ts'

/** The request has had no effect, and will have none. Otherwise its outcome is unknown. */
export const isCertain = (error: unknown): boolean =>
  // Refused here, before the provider was called.
  error instanceof Failure ||
  (error instanceof PaymentsFailure && error.kind !== 'unavailable' && error.kind !== 'not_understood')

/** The provider has no such thing, or not any more. */
export const isGone = (error: unknown): boolean => error instanceof PaymentsFailure && error.kind === 'gone'

/** For `catch`: null in place of what the provider has not, or not any more. */
export const unlessGone = (error: unknown): null => {
  if (isGone(error)) return null
  throw error
}

/** The same operation would be answered the same. */
export const isKept = (error: unknown): boolean => error instanceof PaymentsFailure && error.isKept

const RETRY_AFTER_SECONDS = 30

const later = (code: string, message: string, seconds = RETRY_AFTER_SECONDS) =>
  new Failure(503, code, message, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })

/** Translates a failure of the provider into ours; any other error stays what it is. */
export function asFailure(error: unknown, now: number): unknown {
  if (!(error instanceof PaymentsFailure)) return error
  const { kind, message, retryAt, reason } = error
  switch (kind) {
    case 'declined':
      return new Failure(402, 'card_refused', message, { reason })
    case 'gone':
    case 'refused':
    case 'conflict':
      return conflict('payment_refused', message)
    case 'unauthorized':
    case 'not_understood':
      return new Failure(502, 'payment_failed_elsewhere', message)
    case 'limited':
      return later('payments_limited', message, Math.max(1, Math.ceil(((retryAt ?? now) - now) / 1_000)))
    case 'unavailable':
      return later('payments_unavailable', message)
    case 'not_authentic':
      return new Failure(400, 'invalid_signature', message)
    case 'malformed':
      return invalidInput(message)
  }
}

/** When the server retries by itself. */
export const askAgainAt = (error: PaymentsFailure, now: number): number =>
  Math.max(error.retryAt ?? 0, now + (error.kind === 'unauthorized' ? 10 * 60_000 : RETRY_AFTER_SECONDS * 1_000))
