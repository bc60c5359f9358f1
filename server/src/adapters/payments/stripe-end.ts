/** The end of a subscription at Stripe, before or after it was paid for. */
import type { Stripe } from 'stripe'
import type { PaidSubscription } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { isMissing } from './stripe-failures.ts'
import { readSubscription, retrieve, WITH } from './stripe-reading.ts'
import { SubscriptionShape } from './stripe-shapes.ts'

export async function cancelNow(stripe: Stripe, id: string): Promise<PaidSubscription> {
  try {
    return await readSubscription(stripe, await stripe.subscriptions.cancel(id, { expand: WITH }))
  } catch (error) {
    // One that has ended is missing for a cancellation, and present for a read.
    if (isMissing(error)) return readSubscription(stripe, await retrieve(stripe, id))
    throw error
  }
}

/** Stripe voids no invoice that is paid, and takes no money for one that is void: whichever comes first. */
export async function endUnpaid(
  stripe: Stripe,
  id: string,
  { operationId, ending }: { operationId: string; ending: AbortSignal },
): Promise<PaidSubscription> {
  const answer = await retrieve(stripe, id)
  const { status, ended_at, latest_invoice: invoice } = SubscriptionShape.parse(answer)
  if (ended_at !== null) return readSubscription(stripe, answer)
  if (status !== 'incomplete')
    throw new PaymentsFailure('refused', 'This has been paid meanwhile. Reload the page and check again.')
  ending.throwIfAborted()
  if (invoice !== null && typeof invoice !== 'string' && invoice.status === 'open')
    await stripe.invoices.voidInvoice(invoice.id, {}, { idempotencyKey: operationId })
  ending.throwIfAborted()
  return cancelNow(stripe, id)
}
