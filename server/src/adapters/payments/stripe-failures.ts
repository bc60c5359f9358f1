/** What Stripe refuses, in our words. Its own may hold ids and the end of a key; only what it says about a card is for people. */
import { Stripe } from 'stripe'
import * as z from 'zod'
import type { Clock } from '#ports/clock.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { retryAfter, vendorWords } from '../vendor-answer.ts'

const { errors } = Stripe

/** Translates an error of a call to Stripe. Any other error is returned as it is. */
export function stripeFailure(error: unknown, { secretKey, clock }: { secretKey: string; clock: Clock }): unknown {
  if (error instanceof PaymentsFailure) return error
  if (error instanceof z.ZodError || error instanceof SyntaxError) return notUnderstood()
  if (!(error instanceof errors.StripeError)) return error
  const { statusCode, code } = error
  if (error instanceof errors.StripeCardError)
    return new PaymentsFailure('declined', sentence(vendorWords(error.message, secretKey)), {
      reason: error.decline_code || code || 'generic_decline',
    })
  if (error instanceof errors.StripeConnectionError) return tooSlow()
  if (error instanceof errors.StripeIdempotencyError)
    return new PaymentsFailure('conflict', 'The same was asked of Stripe before, with something else in it.')
  if (statusCode === 401 || statusCode === 403)
    return new PaymentsFailure(
      'unauthorized',
      'Stripe does not accept the key. An administrator must put a valid one into STRIPE_SECRET_KEY.',
    )
  if (statusCode === 429)
    return new PaymentsFailure('limited', 'Stripe has reached its rate limit. Try again later.', {
      retryAt: retryAfter({ headers: error.headers ?? {} }, clock),
    })
  if (code === 'resource_missing' || statusCode === 404)
    return new PaymentsFailure('gone', 'Stripe no longer has this.')
  if (code === 'email_invalid')
    return new PaymentsFailure('refused', 'Stripe does not accept this e-mail address. Correct it and try again.')
  if (statusCode === 409)
    return new PaymentsFailure('unavailable', 'Stripe is still working on the same request. Try again.')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new PaymentsFailure('refused', 'Stripe does not accept this right now. Reload the page and check again.')
  if (statusCode !== undefined && statusCode >= 500)
    return new PaymentsFailure('unavailable', `Stripe has a problem (status ${statusCode}). Try again later.`, {
      retryAt: retryAfter({ headers: error.headers ?? {} }, clock),
      isKept: true,
    })
  return notUnderstood()
}

export const tooSlow = (): PaymentsFailure =>
  new PaymentsFailure('unavailable', 'Stripe could not be reached, or did not answer in time. Try again.')

export const notUnderstood = (): PaymentsFailure =>
  new PaymentsFailure('not_understood', 'Stripe sent an answer that could not be understood. Try again later.')

/** The person is needed: the payment goes on in the browser. */
export const needsPerson = (error: unknown): boolean =>
  error instanceof errors.StripeCardError &&
  (error.code === 'invoice_payment_intent_requires_action' || error.code === 'authentication_required')

/** The requested object does not exist, or has ended. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && (error.code === 'resource_missing' || error.statusCode === 404)

/** Stored by Stripe for a day, and replayed to every call with the same key. */
export const isKeptFault = (error: unknown): boolean =>
  error instanceof errors.StripeError && error.statusCode !== undefined && error.statusCode >= 500

export const isAlreadyThere = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_already_exists'

const sentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`)
