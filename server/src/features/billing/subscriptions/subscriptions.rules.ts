/** Pure decisions about subscriptions: what the client sees, and what may be requested in the present state. */
import type { CompanySubscription, Invoice } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import { conflict } from '#platform/errors.ts'
import type { PaidInvoice } from '#ports/payments.ts'
import type { PlanRow } from '../plans/plans.rules.ts'
import { isOver, type SubscriptionRow } from '../subscription-sync/subscription-sync.rules.ts'

export function asSubscription(row: SubscriptionRow, readAt: number, plans: readonly PlanRow[]): CompanySubscription {
  const named = (id: number) => ({ id, name: plans.find((plan) => plan.id === id)?.name ?? '' })
  return {
    status: row.status,
    planId: row.plan_id,
    plan: { name: named(row.plan_id).name },
    nextPlan: row.next_plan_id === null ? null : named(row.next_plan_id),
    periodStart: momentToText(row.period_start),
    periodEnd: momentToText(row.period_end),
    cancelAtPeriodEnd: row.cancels === 1,
    card: row.card === null ? null : JSON.parse(row.card),
    problem: row.problem === null ? null : JSON.parse(row.problem),
    readAt: momentToText(readAt),
  }
}

export const asInvoice = (invoice: PaidInvoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  total: invoice.totalCents,
  amountPaid: invoice.amountPaidCents,
  createdAt: momentToText(invoice.createdAt),
  periodStart: invoice.period && momentToText(invoice.period.start),
  periodEnd: invoice.period && momentToText(invoice.period.end),
  url: invoice.pageUrl,
  pdfUrl: invoice.fileUrl,
})

export const notSubscribed = () => conflict('not_subscribed', 'Your company has no subscription.')

export const alreadySubscribed = (plan: string) =>
  conflict('already_subscribed', `Your company is subscribed to ${plan} already. Change the plan instead.`)

export const nothingDue = () => conflict('nothing_due', 'No payment waits for a confirmation.')

/** The one that is live, or waits for its first payment. Throws for one that is over, as for none. */
export function expectRunning(row: SubscriptionRow | null): SubscriptionRow {
  if (!row || isOver(row)) throw notSubscribed()
  return row
}
