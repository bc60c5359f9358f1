/** Figures that the service refused by name, remembered for the account. */
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { type AccountKey, insightsStore } from '../insights.store.ts'
import type { NotOffered } from '../rules/figures.ts'

export interface Remembered {
  readonly notOffered: NotOffered
  forget(key: string): Promise<void>
}

export function readRemembered(
  { database, clock }: { database: Database; clock: Clock },
  account: AccountKey,
  stored: string,
): Remembered {
  const notOffered: Record<string, number> = JSON.parse(stored)
  return {
    notOffered,
    async forget(key) {
      notOffered[key] = clock.now()
      const store = insightsStore(database.queries, database.engine)
      await store.change(account, { not_offered: JSON.stringify(notOffered) })
    },
  }
}
