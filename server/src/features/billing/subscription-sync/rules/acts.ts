/** What has happened to a subscription, for the audit log. */
import type { AuditDetails, NewAuditEntry } from '#features/core/index.ts'
import type { PlanRow } from '../../plans/plans.rules.ts'
import { isOver, type SubscriptionRow } from './reading.ts'

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
