/** As much of Stripe's objects as we read, checked, and what it means in our words. */
import * as z from 'zod'
import type { CardShown, PaidInvoice, PaidSubscription } from '#ports/payments.ts'

const SECOND_MS = 1_000

const moment = z.number().transform((seconds) => seconds * SECOND_MS)
/** An id, or the object where it was requested. */
export const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

export const PriceShape = z.object({
  id: z.string(),
  lookup_key: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  unit_amount: z.number().nullable(),
  currency: z.string(),
  active: z.boolean(),
})
export type StripePrice = z.infer<typeof PriceShape>

/** Where a price says which of our plans it is for. */
export const PLAN_KEY = 'tangelo_plan'
/** Where a customer or a subscription says which operation made it. */
export const OPERATION = 'tangelo_operation'

export const planKeyIn = ({ metadata }: StripePrice): string | null => metadata[PLAN_KEY] ?? null

export const InvoiceShape = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']).nullable(),
  billing_reason: z.string().nullable(),
  total: z.number(),
  amount_due: z.number(),
  amount_paid: z.number(),
  attempted: z.boolean(),
  created: moment,
  status_transitions: z.object({ paid_at: moment.nullable() }),
  hosted_invoice_url: z.string().nullish(),
  invoice_pdf: z.string().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: idOf }).nullable() }).nullable(),
  confirmation_secret: z.object({ client_secret: z.string() }).nullish(),
  lines: z.object({
    data: z.array(
      z.object({
        amount: z.number(),
        description: z.string().nullable(),
        period: z.object({ start: moment, end: moment }),
        pricing: z.object({ price_details: z.object({ price: idOf }).nullish() }).nullable(),
        parent: z.object({ subscription_item_details: z.object({ proration: z.boolean() }).nullable() }).nullable(),
      }),
    ),
  }),
})
type StripeInvoice = z.infer<typeof InvoiceShape>

/** An invoice that is not made: it has no id. */
export const PreviewShape = InvoiceShape.pick({ amount_due: true, lines: true })

const CardShape = z.object({
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })
    .transform(
      ({ brand, last4, exp_month: expiryMonth, exp_year: expiryYear }): CardShown => ({
        brand,
        last4,
        expiryMonth,
        expiryYear,
      }),
    )
    .nullish(),
})

export const SubscriptionShape = z.object({
  id: z.string(),
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'active',
    'past_due',
    'unpaid',
    'canceled',
    'paused',
    'trialing',
  ]),
  created: moment,
  ended_at: moment.nullable(),
  cancel_at_period_end: z.boolean(),
  cancel_at: moment.nullable(),
  metadata: z.record(z.string(), z.string()),
  items: z.object({
    data: z
      .array(
        z.object({
          id: z.string(),
          price: PriceShape,
          current_period_start: moment,
          current_period_end: moment,
        }),
      )
      .min(1),
  }),
  default_payment_method: z.union([z.string(), CardShape]).nullable(),
  latest_invoice: z.union([z.string(), InvoiceShape]).nullable(),
})
export type StripeSubscription = z.infer<typeof SubscriptionShape>

export const SetupShape = z.object({ client_secret: z.string() })

export const PaymentShape = z.object({
  status: z.string(),
  last_payment_error: z.object({ message: z.string().nullish() }).nullable(),
})

/** The item of the subscription: we sell one plan at a time. */
export function itemOf({ items }: StripeSubscription) {
  const [item] = items.data
  // The shape has at least one.
  if (!item) throw new SyntaxError('a subscription of nothing')
  return item
}

export function toPaidSubscription(
  subscription: StripeSubscription,
  confirmation: PaidSubscription['confirmation'],
): PaidSubscription {
  const item = itemOf(subscription)
  const { cancel_at, default_payment_method: card } = subscription
  return {
    id: subscription.id,
    status: subscription.status,
    planKey: planKeyIn(item.price),
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || (cancel_at ?? Infinity) <= item.current_period_end,
    createdAt: subscription.created,
    endedAt: subscription.ended_at,
    operationId: subscription.metadata[OPERATION] ?? null,
    card: typeof card === 'object' ? (card?.card ?? null) : null,
    confirmation,
  }
}

const REASONS: Readonly<Record<string, PaidInvoice['reason']>> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
}

export async function toPaidInvoice(
  invoice: StripeInvoice,
  planKeyOf: (priceId: string) => Promise<string | null>,
): Promise<PaidInvoice> {
  const { id, number, status, total: totalCents } = invoice
  const reason = REASONS[invoice.billing_reason ?? ''] ?? 'other'
  const bought = invoice.lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false)
  const priceId = bought?.pricing?.price_details?.price
  const buysPeriod = reason === 'first' || reason === 'renewal'
  return {
    id,
    number,
    status: status ?? 'draft',
    reason,
    totalCents,
    subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
    amountPaidCents: invoice.amount_paid,
    createdAt: invoice.created,
    paidAt: invoice.status_transitions.paid_at,
    period: buysPeriod && bought && priceId ? { ...bought.period, planKey: await planKeyOf(priceId) } : null,
    pageUrl: invoice.hosted_invoice_url ?? null,
    fileUrl: invoice.invoice_pdf ?? null,
  }
}
