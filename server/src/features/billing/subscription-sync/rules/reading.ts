/** What was read of a customer at the provider, and which of its subscriptions counts. */
import { SUBSCRIPTION_LIVE, SUBSCRIPTION_OVER, type SubscriptionStatus } from '@tangelo/contract/limits'
import type { Row } from '#platform/database/schema.ts'
import type { PaidInvoice, PaidSubscription } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'

export type SubscriptionRow = Row<'subscriptions'>

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
export function chooseLatest(
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
