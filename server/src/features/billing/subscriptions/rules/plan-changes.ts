/** Pure decisions about another plan: whether, when it begins, and what is shown before. */
import type { PlanChange } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import { conflict } from '#platform/errors.ts'
import type { PlanChangePreview } from '#ports/payments.ts'
import type { PlanRow } from '../../plans/plans.rules.ts'
import { creditsForRest, type SubscriptionRow } from '../../subscription-sync/subscription-sync.rules.ts'

export const quoteOver = () => conflict('quote_over', 'The price has been shown a while ago. Please look at it again.')

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
