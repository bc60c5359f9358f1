/** Another plan for a subscription: what it costs, at once or from the next period on. */
import { Refused, stripeErrors } from './stripe-errors.ts'
import type { Invoice, Price, Subscription } from './stripe-shapes.ts'
import { itemWith, PAYMENT_WAIT, type StripeSubscriptions } from './stripe-subscriptions.ts'
import type { StripeThings } from './stripe-things.ts'

interface ChangeRequest {
  price: Price
  at: number
  mayPend: boolean
}

export function stripePlanChanges(things: StripeThings, { invoices, dropPending, mustLive }: StripeSubscriptions) {
  const { tell } = things

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
      expires_at: now + PAYMENT_WAIT,
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

  return { difference, change, swap }
}
