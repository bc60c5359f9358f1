/** What of a subscription is paid for: which period, which plan, and what a larger one brings at once. */
import type { PaidSubscription } from '#ports/payments.ts'
import type { PlanRow } from '../../plans/plans.rules.ts'
import type { Reading, SubscriptionRow } from './reading.ts'

/** The newest period of this subscription that is paid for; null while none is. */
export const findPaidPeriod = ({ latest, invoices }: Reading) =>
  invoices
    .flatMap(({ status, subscriptionId, period, amountPaidCents }) =>
      status === 'paid' && period !== null && subscriptionId === latest?.id ? [{ ...period, amountPaidCents }] : [],
    )
    .toSorted((one, other) => other.start - one.start)[0] ?? null

/** Since when a dearer plan of this period is paid for; null where no change was paid. */
export const findRaisedAt = ({ latest, invoices }: Reading): number | null =>
  invoices.find(
    ({ status, reason, subscriptionId, createdAt }) =>
      status === 'paid' && reason === 'change' && subscriptionId === latest?.id && createdAt >= latest.periodStart,
  )?.createdAt ?? null

export const periodKey = (subscriptionId: string, start: number): string => `${subscriptionId}:${start}`

/** What the period is paid for, and what the next one is to have, where a smaller plan was chosen meanwhile. */
export function plansOf(
  reading: Reading & { latest: PaidSubscription },
  before: SubscriptionRow | undefined,
  plans: readonly PlanRow[],
): { plan: PlanRow; next: PlanRow | null; raisedFrom: PlanRow | null } | null {
  const { latest } = reading
  const sold = plans.find(({ key }) => key === latest.planKey)
  const paid = findPaidPeriod(reading)
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
