/** Another plan for a subscription at Stripe: what it costs, and making it so. */
import type { Stripe } from 'stripe'
import type { PaidSubscription, Payments, PlanChangePreview } from '#ports/payments.ts'
import type { StripePlans } from './stripe-plans.ts'
import { readSubscription, retrieve, WITH } from './stripe-reading.ts'
import { itemOf, PreviewShape, SubscriptionShape } from './stripe-shapes.ts'

type ChangeRequest = Parameters<Payments['changePlan']>[0]

const SECOND_MS = 1_000

export async function previewChange(
  stripe: Stripe,
  { subscriptionId, priceId }: Pick<ChangeRequest, 'subscriptionId' | 'priceId'>,
  { plans, now }: { plans: StripePlans; now: number },
): Promise<PlanChangePreview> {
  const item = itemOf(SubscriptionShape.parse(await stripe.subscriptions.retrieve(subscriptionId)))
  const at = Math.floor(now / SECOND_MS)
  const [preview, nextAmountCents] = await Promise.all([
    stripe.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: {
        items: [{ id: item.id, price: priceId }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    }),
    plans.priceCents(priceId),
  ])
  const { amount_due: dueNowCents, lines } = PreviewShape.parse(preview)
  return {
    at: at * SECOND_MS,
    dueNowCents,
    lines: lines.data.map(({ description, amount }) => ({
      description: description ?? 'Change of plan',
      amountCents: amount,
    })),
    nextAmountCents,
    periodEnd: item.current_period_end,
  }
}

export async function changePlan(
  stripe: Stripe,
  { subscriptionId, priceId, at, starts = 'now' }: ChangeRequest,
  { operationId, ending }: { operationId: string; ending: AbortSignal },
): Promise<PaidSubscription> {
  const before = await retrieve(stripe, subscriptionId)
  const item = itemOf(SubscriptionShape.parse(before))
  if (item.price.id === priceId) return readSubscription(stripe, before)
  // A change that was reported as failed has no effect.
  ending.throwIfAborted()
  const changed = await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: item.id, price: priceId }],
      ...(starts === 'now'
        ? {
            proration_behavior: 'always_invoice',
            payment_behavior: 'pending_if_incomplete',
            proration_date: Math.floor(at / SECOND_MS),
          }
        : { proration_behavior: 'none' }),
      expand: WITH,
    },
    { idempotencyKey: operationId },
  )
  return readSubscription(stripe, changed)
}
