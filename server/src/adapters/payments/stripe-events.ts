/** What Stripe tells of by itself: sent to us and signed, or read afterwards. Both are the same events. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type PaymentsEvent, PaymentsFailure } from '#ports/payments.ts'
import { isMissing, notUnderstood } from './stripe-failures.ts'
import { InvoiceShape, SetupShape, SubscriptionShape, shownInvoice, shownSubscription } from './stripe-shapes.ts'

const SECOND_MS = 1_000
/** D34. */
const TOLERANCE_SECONDS = 300
const EVENTS_PER_PAGE = 100

/** What is asked for afterwards; a subset of what may be sent. At most 20. */
const TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
]

const EventShape = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.unknown() }),
})

const CustomerIn = z.object({ customer: z.union([z.string(), z.object({ id: z.string() })]).nullish() })

const Known = z.object({ id: z.string() })

type PlanKeyOf = (priceId: string) => Promise<string | null>

interface Asking {
  stripe: Stripe
  planKeyOf: PlanKeyOf
}

/**
 * Everything that is said about subscriptions, invoices and set-ups; other events are about nothing of ours. Events come in the
 * version of the endpoint, or in the account's own: an object in a shape of other times is read anew, as it is by now.
 */
async function shownEvent(told: unknown, { stripe, planKeyOf }: Asking): Promise<PaymentsEvent> {
  const { id, type, created, data } = EventShape.parse(told)
  const event = { id, type, at: created * SECOND_MS }
  if (type.startsWith('customer.subscription.')) {
    const found = await inShape(data.object, SubscriptionShape, (one) => stripe.subscriptions.retrieve(one))
    if (!found) return { ...event, customerId: null, about: null }
    const subscription = shownSubscription(found, null)
    return {
      ...{ ...event, customerId: subscription.customerId },
      about: { kind: 'subscription', subscriptionId: subscription.id, subscription },
    }
  }
  // What is announced has no id yet.
  if (type.startsWith('invoice.') && type !== 'invoice.upcoming') {
    const found = await inShape(data.object, InvoiceShape, (one) => stripe.invoices.retrieve(one))
    if (!found) return { ...event, customerId: null, about: null }
    const invoice = await shownInvoice(found, planKeyOf)
    const { id: invoiceId, subscriptionId, customerId } = invoice
    return { ...event, customerId, about: { kind: 'invoice', invoiceId, subscriptionId, invoice } }
  }
  if (type.startsWith('setup_intent.')) {
    const { id: setupId, customer: customerId } = SetupShape.parse(data.object)
    return { ...event, customerId, about: { kind: 'setup', setupId } }
  }
  const { data: who } = CustomerIn.safeParse(data.object)
  const customer = who?.customer ?? null
  return { ...event, customerId: typeof customer === 'object' ? (customer?.id ?? null) : customer, about: null }
}

/** Null for what is not there any more. */
async function inShape<Shape extends z.ZodType>(
  told: unknown,
  shape: Shape,
  read: (id: string) => Promise<unknown>,
): Promise<z.infer<Shape> | null> {
  const parsed = shape.safeParse(told)
  if (parsed.success) return parsed.data
  const found = await read(Known.parse(told).id).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  return found === null ? null : shape.parse(found)
}

export async function signedEvent(
  { stripe, planKeyOf }: Asking,
  { body, signature, now }: { body: Buffer; signature: string; now: number },
  webhookSecret: string,
): Promise<PaymentsEvent> {
  const isSigned = (() => {
    try {
      return stripe.webhooks.signature?.verifyHeader(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now)
    } catch {
      return false
    }
  })()
  if (isSigned !== true)
    throw new PaymentsFailure('not_authentic', 'This event was not signed by Stripe, or too long ago.')
  return shownEvent(JSON.parse(body.toString('utf8')), { stripe, planKeyOf })
}

/** Newest first. */
export async function* eventsSince(
  { stripe, planKeyOf }: Asking,
  since: number,
): AsyncGenerator<PaymentsEvent[], void, undefined> {
  let after: string | undefined
  for (;;) {
    const { data, has_more } = await stripe.events.list({
      ...{ created: { gte: Math.floor(since / SECOND_MS) }, limit: EVENTS_PER_PAGE, types: TYPES },
      ...(after !== undefined && { starting_after: after }),
    })
    const page: PaymentsEvent[] = []
    for (const told of data) page.push(await shownEvent(told, { stripe, planKeyOf }))
    if (page.length > 0) yield page
    const last = page.at(-1)?.id
    if (!has_more) return
    if (last === undefined || last === after) throw notUnderstood()
    after = last
  }
}
