/** Sums of each account and month, made again whenever its figures or posts change. */
import type { Engine, Queries } from '#platform/database/database.ts'
import { type ChangedDays, LAST_MONTH, type MonthSums, monthOf, sumMonths } from './months.rules.ts'
import { monthsStore } from './months.store.ts'

interface AccountKey {
  company_id: number
  id: number
}

/**
 * Makes the months of an account again from its snapshots and posts, in the caller's transaction.
 * @param changed the days whose figures or posts may have changed; null for all.
 */
export async function storeMonths(
  tx: Queries,
  engine: Engine,
  account: AccountKey,
  changed: ChangedDays | null,
): Promise<void> {
  const store = monthsStore(tx, engine)
  const first = changed === null ? 0 : monthOf(changed.first)
  const last = typeof changed?.last === 'number' ? await lastMonthChanged(store, account, changed.last) : LAST_MONTH
  await store.replace(account, { first, last }, await computeMonths(store, account, { first, last }))
}

/** The growth of the next day that is known is counted from the last one that has changed. */
async function lastMonthChanged(
  store: ReturnType<typeof monthsStore>,
  account: AccountKey,
  lastDay: number,
): Promise<number> {
  return monthOf((await store.nextDay(account, lastDay)) ?? lastDay)
}

/** What the months of an account must be. */
export const computeExpectedMonths = (db: Queries, engine: Engine, account: AccountKey): Promise<MonthSums[]> =>
  computeMonths(monthsStore(db, engine), account, { first: 0, last: LAST_MONTH })

async function computeMonths(
  store: ReturnType<typeof monthsStore>,
  account: AccountKey,
  { first, last }: { first: number; last: number },
): Promise<MonthSums[]> {
  const snapshots = await store.snapshots(account, first, last)
  const byDay = new Map(snapshots.map((snapshot) => [snapshot.day, snapshot]))
  const days = [...byDay.values()].sort((one, other) => one.day - other.day)
  return sumMonths(days, await store.posts(account, first, last), first, last)
}
