/** Alerts of a user who has lost access. Other events are of one company: they are looked at again when they are sent. */
import type { Queries } from '#platform/database/database.ts'
import { deliveriesStore } from '../store/deliveries.ts'

export const NOT_SEEN = 'The user no longer sees what it is about.'

/** Those that wait or have failed, in the transaction that takes the access away; nothing sends them again. */
export async function dropAlerts(tx: Queries, userId: number): Promise<void> {
  await deliveriesStore(tx).dropAlerts(userId, NOT_SEEN)
}
