/** Pure decisions on what the provider says: which subscription counts, what is kept of it, and when to look again. */
import type { CompanySubscription, PaymentCard } from '@tangelo/contract'
import type { PaidSubscription, PaymentsMode } from '#ports/payments.ts'
import type { PlanRow } from '../plans/plans.rules.ts'
import { plansOf } from './rules/paid.ts'
import { isOver, type Reading, type SubscriptionRow } from './rules/reading.ts'

type Problem = NonNullable<CompanySubscription['problem']>

/** What the customer has to do. */
function problemOf({ latest, invoices }: Reading & { latest: PaidSubscription }): Problem | null {
  if (isOver(latest)) return null
  const { confirmation } = latest
  const open = confirmation
    ? invoices.find(({ id }) => id === confirmation.invoiceId)
    : invoices.find(({ status, subscriptionId }) => status === 'open' && subscriptionId === latest.id)
  if (!confirmation && latest.status !== 'past_due' && latest.status !== 'unpaid') return null
  return {
    kind: confirmation?.needs === 'person' ? 'confirm' : 'card',
    message: confirmation?.failure ?? null,
    amountDue: open ? open.totalCents - open.amountPaidCents : 0,
    invoiceUrl: open?.pageUrl ?? null,
  }
}

function asRow(
  companyId: number,
  provider: PaymentsMode,
  reading: Reading & { latest: PaidSubscription },
  { plan, next }: { plan: PlanRow; next: PlanRow | null },
): SubscriptionRow {
  const { latest } = reading
  const problem = problemOf(reading)
  return {
    company_id: companyId,
    provider,
    id: latest.id,
    status: latest.status,
    plan_id: plan.id,
    next_plan_id: isOver(latest) ? null : (next?.id ?? null),
    period_start: latest.periodStart,
    period_end: latest.periodEnd,
    cancels: latest.cancelsAtPeriodEnd && !isOver(latest) ? 1 : 0,
    card: latest.card && JSON.stringify(latest.card satisfies PaymentCard),
    problem: problem && JSON.stringify(problem),
    created_at: latest.createdAt,
  }
}

export interface Found {
  row: SubscriptionRow
  bought: PlanRow
  raisedFrom: PlanRow | null
}

/** What is to be kept of a reading; null where there is nothing of ours. */
export function findChange(
  companyId: number,
  provider: PaymentsMode,
  { latest, ...rest }: Reading,
  { before, known }: { before: SubscriptionRow | undefined; known: readonly PlanRow[] },
): Found | null {
  if (!latest) return null
  const reading = { ...rest, latest }
  const found = plansOf(reading, before, known)
  if (!found) return null
  return { row: asRow(companyId, provider, reading, found), bought: found.plan, raisedFrom: found.raisedFrom }
}

/** Of a customer that the provider does not know any more. */
export const toEndedRow = (row: SubscriptionRow): SubscriptionRow => ({
  ...row,
  status: 'canceled',
  next_plan_id: null,
  cancels: 0,
  problem: null,
})

/** Another period follows, as far as is known. */
export const renews = ({ status, cancels }: SubscriptionRow): boolean =>
  (status === 'active' || status === 'trialing') && cancels === 0

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** When to look at it again, though nothing was heard of it. Null: nothing can happen by itself any more. */
export function lookAgainAt(row: SubscriptionRow | null, now: number): number | null {
  if (row === null || isOver(row)) return null
  if (row.status === 'incomplete') return now + 5 * MINUTE_MS
  if (row.status !== 'active' && row.status !== 'trialing') return now + HOUR_MS
  const afterPeriod = row.period_end + MINUTE_MS
  return Math.min(now + 24 * HOUR_MS, afterPeriod > now ? afterPeriod : now + 5 * MINUTE_MS)
}
