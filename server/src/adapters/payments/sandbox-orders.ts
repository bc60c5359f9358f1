/** The server's requests to the sandbox about one customer. Each of them is done once, in one transaction. */
import type { PlanChangePreview } from '#ports/payments.ts'
import { PaymentsFailure as Failure, type PaymentsFailure } from '#ports/payments-failure.ts'
import type { Desk, KeptCard, Setup, Subscription } from './sandbox-account.ts'
import { newClientSecret, newId } from './sandbox-account.ts'
import { addInvoice, cardOf, charge, openInvoicesOf, tellSubscription } from './sandbox-billing.ts'
import { changeAmounts } from './sandbox-proration.ts'
import type { Refusal } from './sandbox-test-cards.ts'
import { dropChange, end, monthsAfter, WAIT_MS } from './sandbox-time.ts'

export const gone = (what: string): PaymentsFailure => new Failure('gone', `There is no such ${what} in the sandbox.`)

export const declined = ({ message, declineCode, code }: Refusal): PaymentsFailure =>
  new Failure('declined', message, { reason: declineCode ?? code })

export function beginSetup({ account }: Desk, now: number): Setup {
  const id = newId(account, 'seti')
  const setup: Setup = {
    id,
    clientSecret: newClientSecret(id),
    status: 'open',
    createdAt: now,
    cardId: null,
  }
  account.setups.push(setup)
  return setup
}

export function subscribe(
  desk: Desk,
  request: { priceId: string; cardId: string; operationId: string },
  now: number,
): Subscription {
  const { account } = desk
  const { priceCents } = desk.price(request.priceId)
  requireCard(desk, request.cardId)
  const subscription: Subscription = {
    id: newId(account, 'sub'),
    status: 'incomplete',
    priceId: request.priceId,
    cardId: request.cardId,
    anchor: now,
    periods: 0,
    periodStart: now,
    periodEnd: monthsAfter(now, 1),
    cancelsAtPeriodEnd: false,
    createdAt: now,
    endedAt: null,
    operationId: request.operationId,
    pendingChange: null,
    failedTries: 0,
    nextTryAt: null,
  }
  account.subscriptions.push(subscription)
  tellSubscription(desk, subscription, 'customer.subscription.created', now)
  addInvoice(desk, subscription, {
    reason: 'first',
    totalCents: priceCents,
    at: now,
    priceId: request.priceId,
    period: { start: now, end: subscription.periodEnd },
  })
  return subscription
}

export function cancelAtPeriodEnd(desk: Desk, subscription: Subscription, cancels: boolean, now: number): void {
  mustLive(subscription)
  if (subscription.cancelsAtPeriodEnd === cancels) return
  subscription.cancelsAtPeriodEnd = cancels
  tellSubscription(desk, subscription, 'customer.subscription.updated', now)
}

export function cancelNow(desk: Desk, subscription: Subscription, now: number): void {
  if (subscription.endedAt === null) end(desk, subscription, now)
}

export function endUnpaid(desk: Desk, subscription: Subscription, now: number): void {
  if (subscription.endedAt === null && subscription.status !== 'incomplete')
    throw new Failure('refused', 'This has been paid meanwhile. Reload the page and check again.')
  cancelNow(desk, subscription, now)
}

export function previewChange(desk: Desk, subscription: Subscription, priceId: string, at: number): PlanChangePreview {
  mustBeActive(subscription)
  const before = desk.price(subscription.priceId)
  const after = desk.price(priceId)
  const { periodStart: start, periodEnd } = subscription
  const { givenBackCents, restCents } = changeAmounts({ start, end: periodEnd }, at, {
    oldCents: before.priceCents,
    newCents: after.priceCents,
  })
  return {
    at,
    // Nothing is given back.
    dueNowCents: Math.max(0, givenBackCents + restCents),
    lines: [
      { description: `Unused time on ${before.name}`, amountCents: givenBackCents },
      { description: `Remaining time on ${after.name}`, amountCents: restCents },
    ],
    nextAmountCents: after.priceCents,
    periodEnd,
  }
}

export function changePlan(
  desk: Desk,
  subscription: Subscription,
  { priceId, at }: { priceId: string; at: number },
  now: number,
): void {
  mustBeActive(subscription)
  if (at < subscription.periodStart || at > now)
    throw new Failure('refused', 'The amount has changed since it was shown. Review the change of plan again.')
  if (subscription.priceId === priceId) return
  const { lines } = previewChange(desk, subscription, priceId, at)
  dropChange(desk, subscription, now)
  const invoice = addInvoice(desk, subscription, {
    reason: 'change',
    at: now,
    period: null,
    priceId,
    totalCents: lines.reduce((total, { amountCents }) => total + amountCents, 0),
  })
  subscription.pendingChange = { priceId, invoiceId: invoice.id, expiresAt: now + WAIT_MS }
  if (invoice.status !== 'paid') charge(desk, invoice, { at: now, isPresent: true })
  if (isPaid(invoice)) Object.assign(subscription, { priceId, pendingChange: null })
  tellSubscription(desk, subscription, 'customer.subscription.updated', now)
}

/** The period that runs stays paid for as it is; the next one costs what the new plan does. */
export function changeWithRenewal(desk: Desk, subscription: Subscription, priceId: string, now: number): void {
  mustBeActive(subscription)
  if (subscription.priceId === priceId) return
  desk.price(priceId)
  dropChange(desk, subscription, now)
  subscription.priceId = priceId
  tellSubscription(desk, subscription, 'customer.subscription.updated', now)
}

/** Answers why the card was refused, where an invoice was open and it was. */
export function replaceCard(desk: Desk, subscription: Subscription, cardId: string, now: number): Refusal | null {
  mustLive(subscription)
  requireCard(desk, cardId)
  subscription.cardId = cardId
  tellSubscription(desk, subscription, 'customer.subscription.updated', now)
  const [invoice] = openInvoicesOf(desk.account, subscription)
  if (!invoice?.payment) return null
  invoice.payment.cardId = cardId
  charge(desk, invoice, { at: now, isPresent: true })
  return invoice.payment.status === 'refused' ? invoice.payment.failure : null
}

/** A charge may have paid it meanwhile. */
const isPaid = ({ status }: { status: string }): boolean => status === 'paid'

export function requireCard({ account }: Desk, cardId: string): KeptCard {
  const card = cardOf(account, cardId)
  if (!card) throw gone('card')
  return card
}

function mustLive({ endedAt }: Subscription): void {
  if (endedAt !== null) throw new Failure('refused', 'This subscription has ended.')
}

function mustBeActive(subscription: Subscription): void {
  mustLive(subscription)
  if (subscription.status !== 'active')
    throw new Failure('refused', 'The plan cannot be changed while a payment is missing.')
}
