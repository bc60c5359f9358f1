/** Which items are queued, and for when, as their dates depend on it. Publications are written by `publishing`. */
import type { PublicationState } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'

/** The order has left: no other time changes anything. */
const ORDERED = ['publishing', 'published', 'unclear'] as const satisfies readonly PublicationState[]

export function itemPublicationsStore(db: Queries) {
  return {
    /** Of these items the publications that may still be moved, the first to go out first. */
    movable: (itemIds: readonly string[]) =>
      db
        .selectFrom('publications')
        .select(['id', 'item_id', 'account_name', 'planned_at'])
        .where('item_id', 'in', itemIds)
        // Spelled as in the index: only then do both engines use the index for the query.
        .where(sql<boolean>`state not in ('failed', 'withdrawn')`)
        .where('state', 'not in', ORDERED)
        .orderBy('planned_at')
        .orderBy('id')
        .execute(),
  }
}

export type QueuedPublication = Awaited<ReturnType<ReturnType<typeof itemPublicationsStore>['movable']>>[number]
