/** Invoices before they are final: their lines, and what is due after the customer's balance. */
import { type Invoice, type Line, type Price, type Subscription, templates } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

export interface InvoiceRequest {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  lines: { price: Price; amount: number; start: number; end: number; isProration: boolean }[]
  at: number
}

export function invoiceDrafts(things: StripeThings) {
  /** Not kept anywhere: a preview is one too. */
  return function drafted(subscription: Subscription, { reason, lines, at }: InvoiceRequest): Invoice {
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
}

function describe(things: StripeThings, { price, amount, isProration }: InvoiceRequest['lines'][number]): string {
  const name = things.products.get(price.product)?.name ?? 'Plan'
  if (!isProration) return `1 × ${name} (at $${(price.unit_amount / 100).toFixed(2)} / month)`
  return `${amount < 0 ? 'Unused' : 'Remaining'} time on ${name}`
}
