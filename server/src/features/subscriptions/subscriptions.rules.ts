/** Pure decisions about subscriptions: what is shown, what may be asked for as things stand, and what a change would bring. */
import type { CompanySubscription, Invoice, PlanChange } from '@tangelo/contract'
import type { PlanRow } from '#features/plans/index.ts'
import { creditsForRest, isLive, isOver, type SubscriptionRow } from '#features/subscription-readings/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { PaidInvoice, PlanChangePreview } from '#ports/payments.ts'

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

export const alreadySubscribed = (plan: string) =>
  conflict('already_subscribed', `Your company is subscribed to ${plan} already. Change the plan instead.`)

export const underWay = () =>
  conflict('payment_under_way', 'Somebody of your company is paying just now. Try again in a minute.')

export const quoteOver = () => conflict('quote_over', 'The price has been shown a while ago. Please look at it again.')

export const nothingDue = () => conflict('nothing_due', 'No payment waits for a confirmation.')

/** The one that is live, or waits for its first payment. Throws `not_found` for one that is over, as for none. */
export function expectRunning(row: SubscriptionRow | null): SubscriptionRow {
  if (!row || isOver(row)) throw notFound('Subscription')
  return row
}

/** Throws where the plan cannot be changed as things stand. */
export function mayChangePlan(row: SubscriptionRow, to: PlanRow): void {
  const isPlan = to.id === row.plan_id && row.next_plan_id === null
  if (isPlan || to.id === row.next_plan_id)
    throw conflict('same_plan', `Your company ${isPlan ? 'is on' : 'changes to'} ${to.name} already.`)
  if (row.status !== 'active' || row.problem !== null)
    throw conflict('not_active', 'A payment is due. The plan can be changed when it is paid.')
  if (row.cancels === 1)
    throw conflict('ends_soon', 'The subscription ends with its period. Resume it, then change the plan.')
}

/**
 * A dearer plan than the one that the period is paid for begins now, any other with the next period. Throws where one is to begin
 * with the next period already, from which the provider would reckon.
 */
export function startsOf(row: SubscriptionRow, from: PlanRow, to: PlanRow): 'now' | 'next_period' {
  if (to.price_cents <= from.price_cents) return 'next_period'
  if (row.next_plan_id !== null)
    throw conflict('change_planned', `The plan changes with the next period. Keep ${from.name}, then choose ${to.name}.`)
  return 'now'
}

export const laterChange = (row: SubscriptionRow, to: PlanRow): Omit<PlanChange, 'quote'> => ({
  kind: 'later',
  plan: { id: to.id, name: to.name },
  amountDue: 0,
  lines: [],
  startsAt: momentToText(row.period_end),
  creditsNow: 0,
  nextAmount: to.price_cents,
  nextPaymentAt: momentToText(row.period_end),
})

export const changeNow = (
  row: SubscriptionRow,
  from: PlanRow,
  to: PlanRow,
  preview: PlanChangePreview,
): Omit<PlanChange, 'quote'> => ({
  kind: 'now',
  plan: { id: to.id, name: to.name },
  amountDue: preview.dueNowCents,
  lines: preview.lines.map(({ description, amountCents }) => ({ description, amount: amountCents })),
  startsAt: momentToText(preview.at),
  creditsNow: creditsForRest(from, to, { start: row.period_start, end: row.period_end, at: preview.at }),
  nextAmount: preview.nextAmountCents,
  nextPaymentAt: momentToText(preview.periodEnd),
})

/** What was shown: it comes back sealed. */
export interface Quote {
  subscriptionId: string
  planId: number
  at: number
  starts: 'now' | 'next_period'
}

const QUOTE_GOOD_MS = 10 * 60_000

export const isGood = (quote: Quote, row: SubscriptionRow, planId: number, now: number): boolean =>
  quote.subscriptionId === row.id &&
  quote.planId === planId &&
  now - quote.at < QUOTE_GOOD_MS &&
  quote.at >= row.period_start &&
  quote.at <= row.period_end

/** It may have become something else since it was read. */
export const isUnsettled = (row: SubscriptionRow): boolean =>
  !isOver(row) && (!isLive(row) || row.status !== 'active' || row.problem !== null)
