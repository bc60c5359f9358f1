/** Invoices: kept, finalized, charged, paid, voided. */
import { type Charged, cardErrors, outcomeOf } from './stripe-cards.ts'
import type { CardError } from './stripe-errors.ts'
import { type InvoiceRequest, invoiceDrafts } from './stripe-invoice-drafts.ts'
import { type Invoice, type PaymentIntent, type Subscription, templates } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

/** After a renewal that failed. */
const RETRY_DAYS = [3, 5, 7]
const DAY = 86_400

export function stripeInvoices(things: StripeThings, after: { applyPayment(invoice: Invoice, at: number): void }) {
  const { tell } = things
  const drafted = invoiceDrafts(things)
  let numbers = 0

  function add(subscription: Subscription, request: InvoiceRequest): Invoice {
    const invoice = drafted(subscription, request)
    things.invoices.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    tell('invoice.created', invoice, request.at)
    return invoice
  }

  /** Takes the customer's balance, and begins a payment where anything is left to pay. */
  function finalize(invoice: Invoice, subscription: Subscription, at: number): void {
    const customer = things.customers.get(invoice.customer)
    const { total } = invoice
    const balance = customer?.balance ?? 0
    // Below zero: what the vendor owes the customer.
    const ending = total < 0 ? balance + total : Math.min(0, balance + total)
    invoice.amount_due = Math.max(0, total + Math.min(0, balance))
    Object.assign(invoice, { starting_balance: balance, ending_balance: ending })
    if (customer) customer.balance = ending
    numbers += 1
    Object.assign(invoice, {
      status: 'open',
      number: `SAMPLE-${String(numbers).padStart(4, '0')}`,
      effective_at: at,
      automatically_finalizes_at: null,
      amount_remaining: invoice.amount_due,
    })
    invoice.status_transitions.finalized_at = at
    tell('invoice.finalized', invoice, at)
    if (invoice.amount_due === 0) {
      pay(invoice, at)
      return
    }
    const id = things.newId('pi')
    const method = subscription.default_payment_method
    const intent: PaymentIntent = {
      ...templates.paymentIntent(),
      id,
      amount: invoice.amount_due,
      customer: invoice.customer,
      created: at,
      payment_method: method,
      client_secret: `${id}_secret_${things.newId('x').slice(2)}`,
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    }
    things.paymentIntents.set(id, intent)
    things.paymentOf.set(invoice.id, id)
    things.invoiceOf.set(id, invoice.id)
    tell('payment_intent.created', intent, at)
  }

  function pay(invoice: Invoice, at: number): void {
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 })
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null })
    invoice.status_transitions.paid_at = at
    after.applyPayment(invoice, at)
    tell('invoice.paid', invoice, at)
    tell('invoice.payment_succeeded', invoice, at)
  }

  const invoiceOf = (intent: PaymentIntent) => things.invoices.get(things.invoiceOf.get(intent.id) ?? '')
  const intentOf = (invoice: Invoice) => things.paymentIntents.get(things.paymentOf.get(invoice.id) ?? '')

  function succeed(intent: PaymentIntent, at: number): void {
    const invoice = invoiceOf(intent)
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, next_action: null })
    Object.assign(intent, { last_payment_error: null, latest_charge: things.newId('ch') })
    things.charges.push({
      paymentIntent: intent.id,
      invoice: invoice?.id ?? '',
      customer: intent.customer ?? '',
      amountCents: intent.amount,
      at,
    })
    tell('payment_intent.succeeded', intent, at)
    if (!invoice) return
    countAttempt(invoice)
    pay(invoice, at)
  }

  function refuse(intent: PaymentIntent, error: CardError, at: number): void {
    const invoice = invoiceOf(intent)
    const method = things.paymentMethods.get(intent.payment_method ?? '')
    const type = error.code.endsWith('authentication_failure') ? 'invalid_request_error' : 'card_error'
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: { type, ...error, ...(method && { payment_method: structuredClone(method) }) },
    })
    tell('payment_intent.payment_failed', intent, at)
    if (!invoice) return
    countAttempt(invoice)
    tell('invoice.payment_failed', invoice, at)
  }

  function countAttempt(invoice: Invoice): void {
    Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 })
  }

  /** Charges the card of the payment. */
  function charge(intent: PaymentIntent, { isPresent, at }: { isPresent: boolean; at: number }): Charged {
    const card = things.cards.get(intent.payment_method ?? '')
    const outcome: Charged = card ? outcomeOf(card, isPresent) : { is: 'refused', error: cardErrors.generic }
    if (outcome.is === 'paid') succeed(intent, at)
    else if (outcome.is === 'refused') refuse(intent, outcome.error, at)
    else {
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
      const invoice = invoiceOf(intent)
      tell('payment_intent.requires_action', intent, at)
      if (invoice) {
        countAttempt(invoice)
        tell('invoice.payment_action_required', invoice, at)
      }
    }
    return outcome
  }

  return {
    drafted,
    add,
    finalize,
    charge,
    succeed,
    refuse,
    invoiceOf,
    intentOf,

    void(invoice: Invoice, at: number): void {
      invoice.status = 'void'
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null })
      invoice.status_transitions.voided_at = at
      const intent = intentOf(invoice)
      if (intent && intent.status !== 'succeeded') {
        Object.assign(intent, { status: 'canceled', canceled_at: at, cancellation_reason: 'void_invoice' })
        Object.assign(intent, { next_action: null })
        tell('payment_intent.canceled', intent, at)
      }
      tell('invoice.voided', invoice, at)
    },

    /** False once the vendor has tried often enough. */
    planNextAttempt(invoice: Invoice, at: number): boolean {
      const days = RETRY_DAYS[invoice.attempt_count - 1]
      invoice.next_payment_attempt = days === undefined ? null : at + days * DAY
      return days !== undefined
    },
  }
}
