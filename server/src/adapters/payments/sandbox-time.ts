/**
 * What the passing of time does to the subscriptions of the sandbox: everything happens at the moment it was due,
 * whenever it is read. Renewals are retried after 3, 5 and 7 days; then the subscription ends.
 */
import type { Account, Desk, Subscription } from './sandbox-account.ts'
import { addInvoice, charge, openInvoicesOf, tellSubscription, withdraw } from './sandbox-billing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A first payment, or a change of plan, waits so long. */
export const WAIT_MS = 23 * HOUR_MS
const TRIES_AFTER_DAYS = [3, 5, 7]

interface Due {
  at: number
  happen(desk: Desk): void
}

/** The same day of the month, or its last one; UTC. */
export function monthsAfter(start: number, months: number): number {
  const from = new Date(start)
  const to = new Date(start)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), days))
  return to.getTime()
}

/** Lets everything happen that was due by now, in order. */
export function settle(desk: Desk, now: number): void {
  for (;;) {
    const next = nextOf(desk.account)
    if (!next || next.at > now) return
    next.happen(desk)
  }
}

/** When something happens next by itself; null for an account that stays as it is. */
export const dueAt = (account: Account): number | null => nextOf(account)?.at ?? null

function nextOf({ subscriptions }: Account): Due | null {
  return subscriptions.flatMap(duesOf).reduce<Due | null>((best, due) => (best && best.at <= due.at ? best : due), null)
}

function duesOf(subscription: Subscription): Due[] {
  const { status, pendingChange, periodEnd, nextTryAt, createdAt } = subscription
  if (status === 'incomplete') return [{ at: createdAt + WAIT_MS, happen: (desk) => expire(desk, subscription) }]
  if (status !== 'active' && status !== 'past_due') return []
  const dues: Due[] = [
    {
      at: periodEnd,
      happen: (desk) =>
        subscription.cancelsAtPeriodEnd ? end(desk, subscription, periodEnd) : renew(desk, subscription),
    },
  ]
  if (pendingChange) dues.push({ at: pendingChange.expiresAt, happen: (desk) => dropChange(desk, subscription) })
  if (nextTryAt !== null) dues.push({ at: nextTryAt, happen: (desk) => tryAgain(desk, subscription, nextTryAt) })
  return dues
}

function expire(desk: Desk, subscription: Subscription): void {
  const at = subscription.createdAt + WAIT_MS
  finish(desk, subscription, { status: 'incomplete_expired', type: 'customer.subscription.updated', at })
}

/** Ends it now, for good. */
export function end(desk: Desk, subscription: Subscription, at: number): void {
  const isBegun = subscription.status !== 'incomplete'
  finish(desk, subscription, {
    status: isBegun ? 'canceled' : 'incomplete_expired',
    type: isBegun ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    at,
  })
}

function finish(
  desk: Desk,
  subscription: Subscription,
  { status, type, at }: { status: 'canceled' | 'incomplete_expired'; type: string; at: number },
): void {
  Object.assign(subscription, { status, endedAt: at, pendingChange: null, nextTryAt: null })
  for (const invoice of openInvoicesOf(desk.account, subscription))
    withdraw(desk, invoice, status === 'canceled' ? 'uncollectible' : 'void', at)
  tellSubscription(desk, subscription, type, at)
}

/** The old plan goes on. */
export function dropChange(desk: Desk, subscription: Subscription, at?: number): void {
  const { pendingChange } = subscription
  if (!pendingChange) return
  const moment = at ?? pendingChange.expiresAt
  subscription.pendingChange = null
  const invoice = desk.account.invoices.find(({ id }) => id === pendingChange.invoiceId)
  if (invoice?.status === 'open') withdraw(desk, invoice, 'void', moment)
  tellSubscription(desk, subscription, 'customer.subscription.updated', moment)
}

function renew(desk: Desk, subscription: Subscription): void {
  const at = subscription.periodEnd
  dropChange(desk, subscription, at)
  subscription.periods += 1
  subscription.periodStart = at
  subscription.periodEnd = monthsAfter(subscription.anchor, subscription.periods + 1)
  const invoice = addInvoice(desk, subscription, {
    reason: 'renewal',
    totalCents: desk.price(subscription.priceId).priceCents,
    at,
    priceId: subscription.priceId,
    period: { start: at, end: subscription.periodEnd },
  })
  if (invoice.status === 'paid') return
  charge(desk, invoice, { at, isPresent: false })
  if (invoice.payment?.status === 'refused') noteFailedPayment(desk, subscription, at)
}

function tryAgain(desk: Desk, subscription: Subscription, at: number): void {
  const [invoice] = openInvoicesOf(desk.account, subscription)
  if (!invoice?.payment) {
    subscription.nextTryAt = null
    return
  }
  invoice.payment.cardId = subscription.cardId
  charge(desk, invoice, { at, isPresent: false })
  if (invoice.payment.status === 'refused') noteFailedPayment(desk, subscription, at)
}

function noteFailedPayment(desk: Desk, subscription: Subscription, at: number): void {
  const days = TRIES_AFTER_DAYS[subscription.failedTries]
  if (days === undefined) {
    end(desk, subscription, at)
    return
  }
  subscription.failedTries += 1
  subscription.nextTryAt = at + days * DAY_MS
  const before = subscription.status
  subscription.status = 'past_due'
  if (before !== 'past_due') tellSubscription(desk, subscription, 'customer.subscription.updated', at)
}
