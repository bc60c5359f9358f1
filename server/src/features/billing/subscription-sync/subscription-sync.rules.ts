/** Pure decisions on what the provider says: which subscription counts, what is kept of it, and when to look again. */
import type { CompanySubscription, PaymentCard } from '@tangelo/contract'
import { SUBSCRIPTION_LIVE, SUBSCRIPTION_OVER, type SubscriptionStatus } from '@tangelo/contract/limits'
import type { AuditDetails, NewAuditEntry } from '#features/core/index.ts'
import type { Row } from '#platform/database/schema.ts'
import { type PaidInvoice, type PaidSubscription, PaymentsFailure, type PaymentsMode } from '#ports/payments.ts'
import type { PlanRow } from '../plans/plans.rules.ts'

export type SubscriptionRow = Row<'subscriptions'>
type Problem = NonNullable<CompanySubscription['problem']>

export const isLive = ({ status }: { status: SubscriptionStatus }): boolean => SUBSCRIPTION_LIVE.includes(status)
export const isOver = ({ status }: { status: SubscriptionStatus }): boolean => SUBSCRIPTION_OVER.includes(status)

/** It may have become something else since it was read. */
export const isUnsettled = (row: Pick<SubscriptionRow, 'status' | 'problem'>): boolean =>
  !isOver(row) && (row.status !== 'active' || row.problem !== null)

/** The provider has no such thing, or not any more. */
export const isGone = (error: unknown): boolean => error instanceof PaymentsFailure && error.kind === 'gone'

/** What was read at one time. `latest` is null where the customer never had a subscription. */
export interface Reading {
  latest: PaidSubscription | null
  /** Others that are not over: of a company there is to be one. */
  extras: PaidSubscription[]
  /** The newest first. */
  invoices: readonly PaidInvoice[]
}

/**
 * A live one before one that waits for its first payment, both before what is over; then the one that we know. A
 * subscription to another seller's price is ignored.
 */
export function chosenFrom(
  all: readonly PaidSubscription[],
  knownId: string | null,
): { latest: PaidSubscription | null; extras: PaidSubscription[] } {
  const rank = (one: PaidSubscription) => (isLive(one) ? 0 : isOver(one) ? 2 : 1)
  const [latest = null, ...others] = all
    .filter(({ id, planKey }) => planKey !== null || id === knownId)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        // What is over counts by its age; of those that are not, the one that came first.
        (rank(one) === 2 ? other.createdAt - one.createdAt : 0) ||
        Number(other.id === knownId) - Number(one.id === knownId) ||
        one.createdAt - other.createdAt ||
        (one.id < other.id ? -1 : 1),
    )
  return { latest, extras: others.filter((one) => !isOver(one)) }
}

/** The newest period of this subscription that is paid for; null while none is. */
export const paidPeriod = ({ latest, invoices }: Reading) =>
  invoices
    .flatMap(({ status, subscriptionId, period, amountPaidCents }) =>
      status === 'paid' && period !== null && subscriptionId === latest?.id ? [{ ...period, amountPaidCents }] : [],
    )
    .toSorted((one, other) => other.start - one.start)[0] ?? null

/** Since when a dearer plan of this period is paid for; null where no change was paid. */
export const raisedAt = ({ latest, invoices }: Reading): number | null =>
  invoices.find(
    ({ status, reason, subscriptionId, createdAt }) =>
      status === 'paid' && reason === 'change' && subscriptionId === latest?.id && createdAt >= latest.periodStart,
  )?.createdAt ?? null

export const periodKey = (subscriptionId: string, start: number): string => `${subscriptionId}:${start}`

/** What the period is paid for, and what the next one is to have, where a smaller plan was chosen meanwhile. */
function plansOf(
  reading: Reading & { latest: PaidSubscription },
  before: SubscriptionRow | undefined,
  plans: readonly PlanRow[],
): { plan: PlanRow; next: PlanRow | null; raisedFrom: PlanRow | null } | null {
  const { latest } = reading
  const sold = plans.find(({ key }) => key === latest.planKey)
  const paid = paidPeriod(reading)
  const bought = paid?.start === latest.periodStart ? plans.find(({ key }) => key === paid.planKey) : undefined
  const isSame = before?.id === latest.id && before.period_start === latest.periodStart
  const known = (isSame && plans.find(({ id }) => id === before.plan_id)) || undefined
  // What was bought may have been raised since: the larger of the two.
  const had = [bought, known]
    .flatMap((one) => one ?? [])
    .toSorted((one, other) => other.price_cents - one.price_cents)[0]
  if (!sold) return had ? { plan: had, next: null, raisedFrom: null } : null
  if (!had || had.id === sold.id) return { plan: sold, next: null, raisedFrom: null }
  return sold.price_cents > had.price_cents
    ? { plan: sold, next: null, raisedFrom: had }
    : { plan: had, next: sold, raisedFrom: null }
}

const DAY_MS = 24 * 60 * 60_000

/** Credits that a larger plan brings at once: by the days that are left, of which the first counts in full. */
export function creditsForRest(
  from: { credits: number },
  to: { credits: number },
  { start, end, at }: { start: number; end: number; at: number },
): number {
  const days = Math.max(1, Math.round((end - start) / DAY_MS))
  const left = Math.min(days, Math.max(0, Math.ceil((end - at) / DAY_MS)))
  return Math.ceil(((to.credits - from.credits) * left) / days)
}

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
export const endedRow = (row: SubscriptionRow): SubscriptionRow => ({
  ...row,
  status: 'canceled',
  next_plan_id: null,
  cancels: 0,
  problem: null,
})

/** Another period follows, as far as is known. */
export const renews = ({ status, cancels }: SubscriptionRow): boolean =>
  (status === 'active' || status === 'trialing') && cancels === 0

/** What has happened, for the audit log. */
export function actsOf(
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
  plans: readonly PlanRow[],
): NewAuditEntry[] {
  const nameOf = (id: number | null) => plans.find((plan) => plan.id === id)?.name ?? null
  const act = (name: NewAuditEntry['act'], details: AuditDetails = {}): NewAuditEntry => ({
    act: name,
    object: { kind: 'subscription', id: after.id, name: nameOf(after.next_plan_id ?? after.plan_id) },
    companyId: after.company_id,
    details,
  })
  const isNew = before?.id !== after.id
  if (isNew) return [act('subscription.made', { status: after.status })]
  const isUnpaid = (row: SubscriptionRow) => row.status === 'past_due' || row.status === 'unpaid'
  return [
    ...(before.plan_id !== after.plan_id || before.next_plan_id !== after.next_plan_id
      ? [act('subscription.changed', { plan: nameOf(after.plan_id), next: nameOf(after.next_plan_id) })]
      : []),
    ...(before.cancels === 0 && after.cancels === 1 ? [act('subscription.cancelled')] : []),
    ...(before.cancels === 1 && after.cancels === 0 && !isOver(after) ? [act('subscription.resumed')] : []),
    ...(before.card !== after.card && before.card !== null && after.card !== null ? [act('card.changed')] : []),
    ...(!isUnpaid(before) && isUnpaid(after) ? [act('payment.failed')] : []),
    ...(!isOver(before) && isOver(after) ? [act('subscription.ended', { status: after.status })] : []),
  ]
}

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
