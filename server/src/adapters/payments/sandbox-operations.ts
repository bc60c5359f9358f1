/** The same operation does its work once (the promise of `Payments`): what came of it is kept for a week. */
import { PaymentsFailure } from '#ports/payments-failure.ts'
import type { Desk, Operation } from './sandbox-account.ts'

const KEPT_MS = 7 * 86_400_000

type Came = Pick<Operation, 'about' | 'refusal'>

/** Does the work, or returns the earlier result. Throws `conflict` where that had other parameters. */
export function doOnce(
  { account }: Desk,
  operation: { id: string; request: object },
  now: number,
  work: () => Came,
): Came {
  const request = JSON.stringify(operation.request)
  const before = account.operations.find(({ id }) => id === operation.id)
  if (before) {
    if (before.wish === request) return before
    throw new PaymentsFailure('conflict', 'The same operation was asked for before, with something else in it.')
  }
  const came = work()
  account.operations = [
    ...account.operations.filter(({ at }) => at > now - KEPT_MS),
    { id: operation.id, at: now, wish: request, ...came },
  ]
  account.setups = account.setups.filter(({ createdAt, status }) => status === 'succeeded' || createdAt > now - KEPT_MS)
  return came
}
