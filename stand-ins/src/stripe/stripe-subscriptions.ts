/** Subscriptions by the month: begun, paid for, ended. */
import { monthLater } from './month-later.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { stripeInvoices } from './stripe-invoices.ts'
import { type Invoice, type Item, type Price, type Subscription, templates } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

/** How long an unconfirmed payment may be confirmed, in seconds. */
export const PAYMENT_WAIT = 23 * 3_600

interface SubscriptionRequest {
  customer: string
  price: Price
  method: string | null
  metadata: Record<string, string>
}

const hasEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

export const itemWith = (item: Item, price: Price): Item => ({
  ...structuredClone(item),
  price: structuredClone(price),
  plan: {
    ...item.plan,
    id: price.id,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    product: price.product,
  },
})

export function stripeSubscriptions(things: StripeThings) {
  const { tell } = things
  const invoices = stripeInvoices(things, { applyPayment })

  const subscriptionOf = (invoice: Invoice): Subscription | undefined => {
    const { subscription_details } = invoice.parent as { subscription_details: { subscription: string } }
    return things.subscriptions.get(subscription_details.subscription)
  }

  function applyPayment(invoice: Invoice, at: number): void {
    const subscription = subscriptionOf(invoice)
    if (!subscription || hasEnded(subscription)) return
    const { pending_update } = subscription
    if (invoice.billing_reason === 'subscription_update') {
      if (!pending_update || subscription.latest_invoice !== invoice.id) return
      const [next] = pending_update.subscription_items
      if (next) subscription.items.data = [next]
      subscription.pending_update = null
      tell('customer.subscription.pending_update_applied', subscription, at)
    } else subscription.status = 'active'
    tell('customer.subscription.updated', subscription, at)
  }

  function create({ customer, price, method, metadata }: SubscriptionRequest, at: number): Subscription {
    const subscription = templates.subscription()
    const id = things.newId('sub')
    const [first] = subscription.items.data
    const item = itemWith({ ...first, id: things.newId('si'), subscription: id, created: at }, price)
    Object.assign(item, { current_period_start: at, current_period_end: monthLater(at, 1) })
    Object.assign(subscription, {
      id,
      customer,
      metadata,
      created: at,
      start_date: at,
      billing_cycle_anchor: at,
      status: 'incomplete',
      default_payment_method: method,
      latest_invoice: '',
      currency: price.currency,
      billing_schedules: [],
      items: { ...subscription.items, url: `/v1/subscription_items?subscription=${id}`, data: [item] },
    })
    things.subscriptions.set(id, subscription)
    const { current_period_start: start, current_period_end: end } = item
    const invoice = invoices.drafted(subscription, {
      reason: 'subscription_create',
      at,
      lines: [{ price, amount: price.unit_amount, start, end, isProration: false }],
    })
    things.invoices.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    tell('customer.subscription.created', subscription, at)
    tell('invoice.created', invoice, at)
    invoices.finalize(invoice, subscription, at)
    return subscription
  }

  function dropPending(subscription: Subscription, at: number): void {
    if (!subscription.pending_update) return
    subscription.pending_update = null
    const invoice = things.invoices.get(subscription.latest_invoice)
    if (invoice?.status === 'open') invoices.void(invoice, at)
    tell('customer.subscription.pending_update_expired', subscription, at)
  }

  function end(subscription: Subscription, at: number, reason = 'cancellation_requested'): void {
    const isBegun = subscription.status !== 'incomplete'
    Object.assign(subscription, {
      status: isBegun ? 'canceled' : 'incomplete_expired',
      ended_at: at,
      canceled_at: at,
      pending_update: null,
      cancel_at_period_end: false,
      cancel_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    })
    for (const invoice of things.invoices.values()) {
      if (subscriptionOf(invoice) !== subscription) continue
      if (invoice.status === 'open' && !isBegun) invoices.void(invoice, at)
      // Open ones of a subscription that was alive stay open, and are not tried any more.
      else Object.assign(invoice, { next_payment_attempt: null, automatically_finalizes_at: null })
    }
    tell(isBegun ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription, at)
  }

  /** A first invoice that is void takes its subscription along. */
  function voidInvoice(invoice: Invoice, at: number): void {
    const subscription = subscriptionOf(invoice)
    if (subscription?.status === 'incomplete') end(subscription, at)
    else invoices.void(invoice, at)
  }

  function mustLive(subscription: Subscription): void {
    if (hasEnded(subscription))
      throw new Refused(
        stripeErrors.notPlayed('A canceled subscription can only update its cancellation_details and metadata.'),
      )
  }

  return {
    invoices,
    subscriptionOf,
    create,
    dropPending,
    end,
    voidInvoice,
    mustLive,
    hasEnded,
  }
}

export type StripeSubscriptions = ReturnType<typeof stripeSubscriptions>
