/** What Stripe answers to a confirmation, in our terms. */
import type { SetupIntent, StripeError } from '@stripe/stripe-js'
import type { CardOutcome } from './card-payments.ts'

export function toConfirmed({ error }: { readonly error?: StripeError }): CardOutcome {
  return error ? toRefused(error) : { outcome: 'succeeded', paymentMethodId: null }
}

/** What has gone through already is answered as an error when it is confirmed again, with itself inside. */
export function toRefused({ message, payment_intent: payment, setup_intent: setup }: StripeError): CardOutcome {
  if (payment?.status === 'succeeded') return { outcome: 'succeeded', paymentMethodId: null }
  if (setup?.status === 'succeeded') return { outcome: 'succeeded', paymentMethodId: idOf(setup.payment_method) }
  return { outcome: 'failed', message: message ?? null }
}

export const idOf = (method: SetupIntent['payment_method']): string | null =>
  typeof method === 'string' ? method : (method?.id ?? null)
