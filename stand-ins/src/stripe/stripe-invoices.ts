/** Invoices: made, finalized, charged, paid, voided. */
import { type CardTraits, cardErrors } from './stripe-cards.ts'
import type { CardError } from './stripe-errors.ts'
import {
  type Invoice,
  type Line,
  type PaymentIntent,
  type Price,
  type StripeThings,
  type Subscription,
  templates,
} from './stripe-things.ts'

/** After a renewal that failed. */
const RETRY_DAYS = [3, 5, 7]
const DAY = 86_400

interface InvoiceRequest {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  lines: { price: Price; amount: number; start: number; end: number; isProration: boolean }[]
  at: number
}

type Charged = { is: 'paid' } | { is: 'challenge' } | { is: 'refused'; error: CardError }

export function stripeInvoices(things: StripeThings, after: { paid(invoice: Invoice, at: number): void }) {
  const { tell } = things
  let numbers = 0

  /** Not kept anywhere: a preview is one too. */
  function drafted(subscription: Subscription, { reason, lines, at }: InvoiceRequest): Invoice {
    const invoice = templates.invoice()
    const customer = things.customers.get(subscription.customer)
    const id = things.newId('in')
    const { payments: _, ...own } = invoice
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    const balance = customer?.balance ?? 0
    const due = Math.max(0, total + Math.min(0, balance))
    const [item] = subscription.items.data
    return {
      ...own,
      id,
      billing_reason: reason,
      created: at,
      customer: subscription.customer,
      status: 'draft',
      number: null,
      customer_email: customer?.email ?? null,
      customer_name: customer?.name ?? null,
      currency: item.price.currency,
      amount_due: due,
      amount_paid: 0,
      amount_remaining: due,
      total,
      subtotal: total,
      starting_balance: balance,
      total_excluding_tax: total,
      subtotal_excluding_tax: total,
      ending_balance: null,
      effective_at: null,
      attempt_count: 0,
      attempted: false,
      auto_advance: false,
      automatically_finalizes_at: null,
      period_start: item.current_period_start,
      period_end: item.current_period_end,
      next_payment_attempt: null,
      hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
      invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
      status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
      webhooks_delivered_at: null,
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      },
      lines: { ...own.lines, url: `/v1/invoices/${id}/lines`, data: lines.map((line) => lineOf(invoice, id, line)) },
    }

    function lineOf(template: Invoice, invoiceId: string, line: InvoiceRequest['lines'][number]): Line {
      const [first] = template.lines.data
      const { price, amount, start, end, isProration } = line
      return {
        ...first,
        id: things.newId('il'),
        invoice: invoiceId,
        amount,
        subtotal: amount,
        period: { start, end },
        description: describe(things, line),
        parent: {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: isProration,
            proration_details: { credited_items: null },
            subscription: subscription.id,
            subscription_item: item.id,
          },
        },
        pricing: {
          type: 'price_details',
          price_details: { price: price.id, product: price.product },
          unit_amount_decimal: String(Math.abs(amount)),
        },
      }
    }
  }

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
    after.paid(invoice, at)
    tell('invoice.paid', invoice, at)
    tell('invoice.payment_succeeded', invoice, at)
  }

  const intentOf = (invoice: Invoice) => things.paymentIntents.get(things.paymentOf.get(invoice.id) ?? '')

  function succeed(intent: PaymentIntent, at: number): void {
    const invoice = things.invoices.get(things.invoiceOf.get(intent.id) ?? '')
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
    attempted(invoice)
    pay(invoice, at)
  }

  function refuse(intent: PaymentIntent, error: CardError, at: number): void {
    const invoice = things.invoices.get(things.invoiceOf.get(intent.id) ?? '')
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
    attempted(invoice)
    tell('invoice.payment_failed', invoice, at)
  }

  function attempted(invoice: Invoice): void {
    Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 })
  }

  function outcomeOf({ traits, isSetUp }: { traits: CardTraits; isSetUp: boolean }, isPresent: boolean): Charged {
    const asks = traits.asksAtPayment === 'always' || (traits.asksAtPayment === 'unlessSetUp' && !isSetUp)
    if (asks) return isPresent ? { is: 'challenge' } : { is: 'refused', error: cardErrors.needsPerson }
    return traits.refusesCharge ? { is: 'refused', error: traits.refusesCharge } : { is: 'paid' }
  }

  /** Charges the card of the payment. */
  function charge(intent: PaymentIntent, { isPresent, at }: { isPresent: boolean; at: number }): Charged {
    const card = things.cards.get(intent.payment_method ?? '')
    const outcome: Charged = card ? outcomeOf(card, isPresent) : { is: 'refused', error: cardErrors.generic }
    if (outcome.is === 'paid') succeed(intent, at)
    else if (outcome.is === 'refused') refuse(intent, outcome.error, at)
    else {
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
      const invoice = things.invoices.get(things.invoiceOf.get(intent.id) ?? '')
      tell('payment_intent.requires_action', intent, at)
      if (invoice) {
        attempted(invoice)
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

export type StripeInvoices = ReturnType<typeof stripeInvoices>

function describe(things: StripeThings, { price, amount, isProration }: InvoiceRequest['lines'][number]): string {
  const name = things.products.get(price.product)?.name ?? 'Plan'
  if (!isProration) return `1 × ${name} (at $${(price.unit_amount / 100).toFixed(2)} / month)`
  return `${amount < 0 ? 'Unused' : 'Remaining'} time on ${name}`
}
