/** Sums of each account and month, made again whenever its figures or posts change. */
import type { Engine, Queries } from '#platform/database/database.ts'
import { type MonthSums, monthOf, sumMonths } from './months.rules.ts'
import { monthsStore } from './months.store.ts'

interface AccountKey {
  company_id: number
  id: number
}

/**
 * Makes the months of an account again from its snapshots and posts, in the caller's transaction.
 * @param since the first day that may have changed (days since 1970); null for all.
 */
export async function storeMonths(
  tx: Queries,
  engine: Engine,
  account: AccountKey,
  since: number | null,
): Promise<void> {
  const store = monthsStore(tx, engine)
  const first = since === null ? 0 : monthOf(since)
  await store.replace(account, first, await computeMonths(store, account, first))
}

/** What the months of an account must be. */
export const expectedMonths = (db: Queries, engine: Engine, account: AccountKey): Promise<MonthSums[]> =>
  computeMonths(monthsStore(db, engine), account, 0)

async function computeMonths(
  store: ReturnType<typeof monthsStore>,
  account: AccountKey,
  first: number,
): Promise<MonthSums[]> {
  const snapshots = await store.snapshots(account, first)
  const byDay = new Map(snapshots.map((snapshot) => [snapshot.day, snapshot]))
  const days = [...byDay.values()].sort((one, other) => one.day - other.day)
  return sumMonths(days, await store.posts(account, first), first)
}
