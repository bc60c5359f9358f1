/** Pure decisions about subscriptions: what the client sees, and what may be requested in the present state. */
import type { CompanySubscription, Invoice, PlanChange } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import { conflict, Failure, invalidInput } from '#platform/errors.ts'
import type { PaidInvoice, PlanChangePreview } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import type { PlanRow } from '../plans/plans.rules.ts'
import { creditsForRest } from '../subscription-sync/rules/paid.ts'
import { isOver, type SubscriptionRow } from '../subscription-sync/rules/reading.ts'

export function asSubscription(row: SubscriptionRow, readAt: number, plans: readonly PlanRow[]): CompanySubscription {
  const namePlan = (id: number) => ({ id, name: plans.find((plan) => plan.id === id)?.name ?? '' })
  return {
    status: row.status,
    planId: row.plan_id,
    plan: { name: namePlan(row.plan_id).name },
    nextPlan: row.next_plan_id === null ? null : namePlan(row.next_plan_id),
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

export const nothingDue = () => conflict('nothing_due', 'No payment is waiting for confirmation.')

/** The one that is live, or waits for its first payment. Throws for one that is over, as for none. */
export function expectRunning(row: SubscriptionRow | null): SubscriptionRow {
  if (!row || isOver(row)) throw notSubscribed()
  return row
}

export const quoteOver = () => conflict('quote_over', 'The price shown has expired. Review the new one.')

/** Throws where the plan cannot be changed as things stand. */
export function mayChangePlan(row: SubscriptionRow, to: PlanRow): void {
  const isPlan = to.id === row.plan_id && row.next_plan_id === null
  if (isPlan || to.id === row.next_plan_id)
    throw conflict('same_plan', `Your company ${isPlan ? 'is on' : 'changes to'} ${to.name} already.`)
  if (row.status !== 'active' || row.problem !== null)
    throw conflict('not_active', 'A payment is due. The plan can be changed when it is paid.')
  if (row.cancels === 1)
    throw conflict('ends_soon', 'The subscription ends with its period. Keep it, then change the plan.')
}

/**
 * A dearer plan than the one that the period is paid for starts now, any other with the next period. Throws where a
 * plan is already scheduled for the next period, since the provider would prorate from that one.
 */
export function startsOf(row: SubscriptionRow, from: PlanRow, to: PlanRow): 'now' | 'next_period' {
  if (to.price_cents <= from.price_cents) return 'next_period'
  if (row.next_plan_id !== null)
    throw conflict(
      'change_planned',
      `The plan changes with the next period. Keep ${from.name}, then choose ${to.name}.`,
    )
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

const RETRY_AFTER_SECONDS = 30

const later = (code: string, message: string, seconds = RETRY_AFTER_SECONDS) =>
  new Failure(503, code, message, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })

/** What the client sees of a failure of the provider; any other error stays what it is. */
export function describeFailure(error: unknown, now: number): unknown {
  if (!(error instanceof PaymentsFailure)) return error
  const { kind, message, retryAt, reason } = error
  switch (kind) {
    case 'declined':
      return new Failure(402, 'card_refused', message, { reason })
    case 'gone':
    case 'refused':
    case 'conflict':
      return conflict('payment_refused', message)
    case 'unauthorized':
    case 'not_understood':
      return new Failure(502, 'payment_failed_elsewhere', message)
    case 'limited':
      return later('payments_limited', message, Math.max(1, Math.ceil(((retryAt ?? now) - now) / 1_000)))
    case 'unavailable':
      return later('payments_unavailable', message)
    case 'not_authentic':
      return new Failure(400, 'invalid_signature', message)
    case 'malformed':
      return invalidInput(message)
  }
}
