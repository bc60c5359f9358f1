/** What time does to subscriptions and invoices: renewals, their charges, and the end of what is never confirmed. */
import { monthLater } from './month-later.ts'
import type { Invoice, Subscription } from './stripe-shapes.ts'
import { PAYMENT_WAIT, type StripeSubscriptions } from './stripe-subscriptions.ts'
import type { StripeThings } from './stripe-things.ts'

/** From a renewal to its charge, in seconds. */
const CHARGE_AFTER = 3_600

interface Due {
  at: number
  happen(): void
}

/** Answers what lets everything happen that was due by then, in order. */
export function stripeDue(things: StripeThings, subscriptions: StripeSubscriptions) {
  const { tell } = things
  const { invoices, subscriptionOf, dropPending, end, hasEnded } = subscriptions

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
    Object.assign(invoice, { auto_advance: true, automatically_finalizes_at: at + CHARGE_AFTER })
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
      return [
        {
          at: subscription.created + PAYMENT_WAIT,
          happen: () => end(subscription, subscription.created + PAYMENT_WAIT),
        },
      ]
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

  return (now: number): void => {
    for (;;) {
      const dues = [
        ...[...things.subscriptions.values()].flatMap(duesOf),
        ...[...things.invoices.values()].flatMap(duesOfInvoice),
      ]
      const next = dues.reduce<Due | null>((best, due) => (best && best.at <= due.at ? best : due), null)
      if (!next || next.at > now) return
      next.happen()
    }
  }
}
