/** A subscription as it stands, with what waits for the person. */
import type { Stripe } from 'stripe'
import type { Confirmation, PaidSubscription } from '#ports/payments.ts'
import { PaymentShape, type StripeSubscription, SubscriptionShape, toPaidSubscription } from './stripe-shapes.ts'

/** What has to come with every subscription. */
export const WITH = ['latest_invoice.confirmation_secret', 'default_payment_method']

export const retrieve = (stripe: Stripe, id: string) => stripe.subscriptions.retrieve(id, { expand: WITH })

/** Of a response to a call with `WITH`. */
export async function readSubscription(stripe: Stripe, answer: unknown): Promise<PaidSubscription> {
  const subscription = SubscriptionShape.parse(answer)
  return toPaidSubscription(subscription, await confirmationOf(stripe, subscription))
}

/** The payment itself is looked at only where it was tried before. */
async function confirmationOf(
  stripe: Stripe,
  { latest_invoice: invoice, ended_at }: StripeSubscription,
): Promise<Confirmation | null> {
  // What is open of one that has ended buys nothing any more.
  if (ended_at !== null || invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return null
  const clientSecret = invoice.confirmation_secret?.client_secret
  if (clientSecret === undefined) return null
  const waiting: Confirmation = { clientSecret, invoiceId: invoice.id, needs: 'person', failure: null }
  if (!invoice.attempted) return waiting
  const [paymentId = ''] = clientSecret.split('_secret_')
  const payment = PaymentShape.parse(await stripe.paymentIntents.retrieve(paymentId))
  return {
    ...waiting,
    needs: payment.status === 'requires_payment_method' ? 'card' : 'person',
    failure: payment.last_payment_error?.message ?? null,
  }
}
