/** The sandbox's own words, as the port has them. */
import type { Confirmation, PaidInvoice, PaidSubscription } from '#ports/payments.ts'
import type { Account, Desk, Invoice, Subscription } from './sandbox-account.ts'
import { cardOf, openInvoicesOf } from './sandbox-billing.ts'

export function toPaidSubscription(desk: Desk, subscription: Subscription): PaidSubscription {
  const { account } = desk
  const { id, status, periodStart, periodEnd, cancelsAtPeriodEnd } = subscription
  const card = cardOf(account, subscription.cardId)
  return {
    id,
    status,
    planKey: desk.price(subscription.priceId).key,
    periodStart,
    periodEnd,
    cancelsAtPeriodEnd,
    createdAt: subscription.createdAt,
    endedAt: subscription.endedAt,
    operationId: subscription.operationId,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
    },
    confirmation: confirmationOf(account, subscription),
  }
}

function confirmationOf(account: Account, subscription: Subscription): Confirmation | null {
  const [invoice] = openInvoicesOf(account, subscription)
  if (!invoice?.payment) return null
  const { clientSecret, status, failure } = invoice.payment
  return {
    clientSecret,
    invoiceId: invoice.id,
    needs: status === 'refused' ? 'card' : 'person',
    failure: failure?.message ?? null,
  }
}

export const toPaidInvoice = ({ price }: Desk, invoice: Invoice): PaidInvoice => ({
  id: invoice.id,
  subscriptionId: invoice.subscriptionId,
  number: invoice.number,
  status: invoice.status,
  reason: invoice.reason,
  totalCents: invoice.totalCents,
  amountPaidCents: invoice.status === 'paid' ? Math.max(0, invoice.totalCents) : 0,
  createdAt: invoice.createdAt,
  paidAt: invoice.paidAt,
  period: invoice.period && { ...invoice.period, planKey: price(invoice.priceId).key },
  pageUrl: null,
  fileUrl: null,
})
