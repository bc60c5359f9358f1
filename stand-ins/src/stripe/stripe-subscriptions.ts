/** Subscriptions by the month, and what time does to them: an hour from a renewal to its charge, 23 for an unconfirmed payment. */
import { monthLater } from './month-later.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { type StripeInvoices, stripeInvoices } from './stripe-invoices.ts'
import {
  type Invoice,
  type Item,
  type Price,
  type StripeThings,
  type Subscription,
  templates,
} from './stripe-things.ts'

const HOUR = 3_600
const WAIT = 23 * HOUR

interface SubscriptionRequest {
  customer: string
  price: Price
  method: string | null
  metadata: Record<string, string>
}

export interface ChangeRequest {
  price: Price
  at: number
  mayPend: boolean
}

interface Due {
  at: number
  happen(): void
}

const hasEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

const itemWith = (item: Item, price: Price): Item => ({
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
  const invoices: StripeInvoices = stripeInvoices(things, { paid })

  const subscriptionOf = (invoice: Invoice): Subscription | undefined => {
    const { subscription_details } = invoice.parent as { subscription_details: { subscription: string } }
    return things.subscriptions.get(subscription_details.subscription)
  }

  function paid(invoice: Invoice, at: number): void {
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

  /** The invoice of a change, not kept. */
  function difference(subscription: Subscription, price: Price, at: number): Invoice {
    const [item] = subscription.items.data
    const { current_period_start: start, current_period_end: end } = item
    const share = (cents: number) => Math.round((cents * Math.max(0, end - Math.max(at, start))) / (end - start))
    return invoices.drafted(subscription, {
      reason: 'subscription_update',
      at,
      lines: [
        { price: item.price, amount: -share(item.price.unit_amount) || 0, start: at, end, isProration: true },
        { price, amount: share(price.unit_amount), start: at, end, isProration: true },
      ],
    })
  }

  function change(subscription: Subscription, { price, at, mayPend }: ChangeRequest, now: number): void {
    mustLive(subscription)
    const [item] = subscription.items.data
    if (item.price.id === price.id) return
    if (mayPend && !['active', 'past_due', 'trialing'].includes(subscription.status))
      throw new Refused(stripeErrors.notPlayed('Only a living subscription can have pending updates.'))
    dropPending(subscription, now)
    const invoice = difference(subscription, price, at)
    invoice.created = now
    things.invoices.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    subscription.pending_update = {
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      metadata: null,
      trial_end: null,
      trial_from_plan: null,
      expires_at: now + WAIT,
      subscription_items: [itemWith(item, price)],
    }
    tell('invoice.created', invoice, now)
    invoices.finalize(invoice, subscription, now)
    const intent = invoices.intentOf(invoice)
    if (intent) invoices.charge(intent, { isPresent: true, at: now })
    if (invoice.status === 'paid') return
    if (!mayPend) {
      subscription.items.data = [itemWith(item, price)]
      Object.assign(subscription, { pending_update: null, status: 'past_due' })
    }
    tell('customer.subscription.updated', subscription, now)
  }

  /** Without a word about money: the next renewal costs something else. */
  function swap(subscription: Subscription, price: Price, at: number): void {
    const [item] = subscription.items.data
    subscription.items.data = [itemWith(item, price)]
    tell('customer.subscription.updated', subscription, at)
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
  function voided(invoice: Invoice, at: number): void {
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

  function renew(subscription: Subscription): void {
    const [item] = subscription.items.data
    const at = item.current_period_end
    dropPending(subscription, at)
    let months = 1
    while (monthLater(subscription.billing_cycle_anchor, months) <= at) months += 1
    item.current_period_start = at
    item.current_period_end = monthLater(subscription.billing_cycle_anchor, months)
    const { current_period_start: start, current_period_end: finish, price } = item
    const invoice = invoices.add(subscription, {
      reason: 'subscription_cycle',
      at,
      lines: [{ price, amount: price.unit_amount, start, end: finish, isProration: false }],
    })
    Object.assign(invoice, { auto_advance: true, automatically_finalizes_at: at + HOUR })
    tell('customer.subscription.updated', subscription, at)
  }

  function chargeRenewal(invoice: Invoice, subscription: Subscription, at: number): void {
    const intent = invoices.intentOf(invoice)
    if (!intent || invoice.status !== 'open') return
    intent.payment_method = subscription.default_payment_method
    if (invoices.charge(intent, { isPresent: false, at }).is === 'paid') return
    if (!invoices.planNextAttempt(invoice, at)) {
      end(subscription, at, 'payment_failed')
      return
    }
    const wasPastDue = subscription.status === 'past_due'
    subscription.status = 'past_due'
    if (!wasPastDue) tell('customer.subscription.updated', subscription, at)
  }

  function duesOf(subscription: Subscription): Due[] {
    if (subscription.status === 'incomplete')
      return [{ at: subscription.created + WAIT, happen: () => end(subscription, subscription.created + WAIT) }]
    if (hasEnded(subscription)) return []
    const [item] = subscription.items.data
    const at = item.current_period_end
    const { pending_update: pending } = subscription
    return [
      { at, happen: () => (subscription.cancel_at_period_end ? end(subscription, at) : renew(subscription)) },
      ...(pending ? [{ at: pending.expires_at, happen: () => dropPending(subscription, pending.expires_at) }] : []),
    ]
  }

  function duesOfInvoice(invoice: Invoice): Due[] {
    const subscription = subscriptionOf(invoice)
    if (!subscription) return []
    const { automatically_finalizes_at: finalizes, next_payment_attempt: tries } = invoice
    if (invoice.status === 'draft' && finalizes !== null)
      return [
        {
          at: finalizes,
          happen() {
            invoices.finalize(invoice, subscription, finalizes)
            chargeRenewal(invoice, subscription, finalizes)
          },
        },
      ]
    if (invoice.status !== 'open' || tries === null) return []
    return [{ at: tries, happen: () => chargeRenewal(invoice, subscription, tries) }]
  }

  return {
    invoices,
    create,
    difference,
    change,
    swap,
    end,
    voided,
    mustLive,
    hasEnded,
    /** Lets everything happen that was due by now, in order. */
    settle(now: number): void {
      for (;;) {
        const dues = [
          ...[...things.subscriptions.values()].flatMap(duesOf),
          ...[...things.invoices.values()].flatMap(duesOfInvoice),
        ]
        const next = dues.reduce<Due | null>((best, due) => (best && best.at <= due.at ? best : due), null)
        if (!next || next.at > now) return
        next.happen()
      }
    },
  }
}

export type StripeSubscriptions = ReturnType<typeof stripeSubscriptions>
