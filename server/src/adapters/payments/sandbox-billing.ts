/** Invoices of the sandbox, and how they are paid. */
import type { InvoiceReason } from '#ports/payments.ts'
import type { Account, Desk, Invoice, KeptCard, Payment, Subscription } from './sandbox-account.ts'
import { newClientSecret, newId } from './sandbox-account.ts'
import { type Outcome, outcomeOfCharge, type Refusal } from './sandbox-test-cards.ts'

const NUMBER_DIGITS = 4

interface InvoiceRequest {
  reason: InvoiceReason
  totalCents: number
  at: number
  period: Invoice['period']
  priceId: string
}

/** An open invoice that waits for its payment, or a paid one where there is nothing to pay. */
export function addInvoice(desk: Desk, subscription: Subscription, request: InvoiceRequest): Invoice {
  const { account } = desk
  const { totalCents, at, ...rest } = request
  account.invoicesMade += 1
  const invoice: Invoice = {
    ...rest,
    id: newId(account, 'in'),
    subscriptionId: subscription.id,
    totalCents,
    createdAt: at,
    number: `${account.id.slice(4, 10).toUpperCase()}-${String(account.invoicesMade).padStart(NUMBER_DIGITS, '0')}`,
    status: 'open',
    paidAt: null,
    payment: totalCents > 0 ? newPayment(account, subscription.cardId) : null,
  }
  account.invoices.push(invoice)
  tellInvoice(desk, invoice, 'invoice.finalized', at)
  if (totalCents <= 0) markPaid(desk, invoice, at)
  return invoice
}

function newPayment(account: Account, cardId: string): Payment {
  const id = newId(account, 'pi')
  return { id, clientSecret: newClientSecret(id), status: 'waiting', cardId, failure: null }
}

/** Tries to charge the card of the payment. What comes of it stands in the payment afterwards. */
export function charge(desk: Desk, invoice: Invoice, { at, isPresent }: { at: number; isPresent: boolean }): void {
  const { payment } = invoice
  const card = desk.account.cards.find(({ id }) => id === payment?.cardId)
  if (payment && card) conclude(desk, invoice, outcomeOfCharge(card, isPresent), at)
}

/** What became of a charge, or of the bank's question. */
export function conclude(desk: Desk, invoice: Invoice, outcome: Outcome, at: number): void {
  const { payment } = invoice
  if (!payment) return
  if (outcome.is === 'good') {
    payment.status = 'succeeded'
    payment.failure = null
    markPaid(desk, invoice, at)
  } else if (outcome.is === 'challenge') {
    payment.status = 'challenge'
    tellInvoice(desk, invoice, 'invoice.payment_action_required', at)
  } else refuse(desk, invoice, outcome.refusal, at)
}

export function refuse(desk: Desk, invoice: Invoice, refusal: Refusal, at: number): void {
  const { payment } = invoice
  if (!payment) return
  payment.status = 'refused'
  payment.failure = refusal
  tellInvoice(desk, invoice, 'invoice.payment_failed', at)
}

/** The invoice is paid, and what it was for is there. */
function markPaid(desk: Desk, invoice: Invoice, at: number): void {
  invoice.status = 'paid'
  invoice.paidAt = at
  const subscription = desk.account.subscriptions.find(({ id }) => id === invoice.subscriptionId)
  if (subscription && !subscription.endedAt) {
    if (subscription.pendingChange?.invoiceId === invoice.id) {
      subscription.priceId = subscription.pendingChange.priceId
      subscription.pendingChange = null
    }
    if (invoice.reason !== 'change') Object.assign(subscription, { status: 'active', failedTries: 0, nextTryAt: null })
    tellSubscription(desk, subscription, 'customer.subscription.updated', at)
  }
  tellInvoice(desk, invoice, 'invoice.paid', at)
}

/** It cannot be paid any more. */
export function withdraw(desk: Desk, invoice: Invoice, status: 'void' | 'uncollectible', at: number): void {
  invoice.status = status
  if (invoice.payment) invoice.payment.status = 'canceled'
  tellInvoice(desk, invoice, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', at)
}

/** Newest first. */
export const openInvoicesOf = ({ invoices }: Account, { id }: Pick<Subscription, 'id'>): Invoice[] =>
  invoices.filter(({ subscriptionId, status }) => subscriptionId === id && status === 'open').reverse()

export const cardOf = ({ cards }: Account, cardId: string | null): KeptCard | null =>
  cards.find(({ id }) => id === cardId) ?? null

const tellInvoice = (desk: Desk, { id }: Pick<Invoice, 'id'>, type: string, at: number): void =>
  desk.tell({ at, type, about: { kind: 'invoice', id } })

export const tellSubscription = (desk: Desk, { id }: Pick<Subscription, 'id'>, type: string, at: number): void =>
  desk.tell({ at, type, about: { kind: 'subscription', id } })
