import { isAmong, listOf } from '#platform/database/among.ts'
import type { Queries } from '#platform/database/database.ts'
import { type Engine, insertNew } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import { firstDayOf, type MonthSums } from './months.rules.ts'

interface AccountKey {
  company_id: number
  id: number
}

const DAY_MS = 86_400_000

const snapshotsOf = (db: Queries, companyId: number, accountId: number) =>
  db
    .selectFrom('metric_snapshots')
    .select(['day', 'source', 'followers'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('followers', 'is not', null)

const lastBefore = prepareQuery((db, companyId: number, accountId: number, moment: number) =>
  snapshotsOf(db, companyId, accountId)
    .where('captured_at', '<', moment)
    .orderBy('captured_at', 'desc')
    .orderBy('recorded_after', 'desc')
    .orderBy('fingerprint', 'desc')
    .limit(1),
)

/** Those of one moment are put in order below: SQLite would take half as long again to sort them all. */
const snapshotsBetween = prepareQuery((db, companyId: number, accountId: number, from: number, to: number) =>
  snapshotsOf(db, companyId, accountId)
    .select(['captured_at', 'recorded_after'])
    .where('captured_at', '>=', from)
    .where('captured_at', '<', to)
    .orderBy('captured_at')
    .orderBy('fingerprint'),
)

const nextDay = prepareQuery((db, companyId: number, accountId: number, from: number, day: number) =>
  snapshotsOf(db, companyId, accountId)
    .where('captured_at', '>=', from)
    .where('day', '>', day)
    .orderBy('captured_at')
    .orderBy('fingerprint')
    .limit(1),
)

const postsBetween = prepareQuery((db, companyId: number, accountId: number, from: number, to: number) =>
  db
    .selectFrom('posts')
    .select(['posted_at', 'type', 'likes', 'comments'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('posted_at', '>=', from)
    .where('posted_at', '<', to)
    .where('gone_at', 'is', null),
)

const removeMonths = prepareQuery((db, companyId: number, accountId: number, first: number, last: number) =>
  db
    .deleteFrom('account_months')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('month', '>=', first)
    .where('month', '<=', last),
)

const monthsAmong = prepareQuery((db, companyId: number, accounts: string, first: number) =>
  db
    .selectFrom('account_months')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(isAmong(db, 'account_id', accounts))
    .where('month', '>=', first)
    .orderBy('account_id')
    .orderBy('month'),
)

export function monthsStore(db: Queries, engine: Engine) {
  const monthsOf = (account: AccountKey) =>
    db.selectFrom('account_months').where('company_id', '=', account.company_id).where('account_id', '=', account.id)

  return {
    /** In the order in which they count, of these months, and the last one before them. */
    snapshots: async ({ company_id, id }: AccountKey, first: number, last: number) => {
      // A day of a company may begin up to 14 hours before the same day in UTC, and end up to 12 hours after it.
      const to = (firstDayOf(last + 1) + 1) * DAY_MS
      const from = (firstDayOf(first) - 1) * DAY_MS
      const before = from > 0 ? await lastBefore(db, company_id, id, from) : []
      const between = await snapshotsBetween(db, company_id, id, from, to)
      between.sort((one, other) => one.captured_at - other.captured_at || one.recorded_after - other.recorded_after)
      return [...before, ...between]
    },

    /** The first day after `day` of which followers are known. */
    nextDay: async ({ company_id, id }: AccountKey, day: number): Promise<number | undefined> =>
      (await nextDay(db, company_id, id, day * DAY_MS, day))[0]?.day,

    posts: async ({ company_id, id }: AccountKey, first: number, last: number) =>
      (await postsBetween(db, company_id, id, firstDayOf(first) * DAY_MS, firstDayOf(last + 1) * DAY_MS)).map(
        ({ posted_at, type, likes, comments }) => ({
          day: Math.floor(Number(posted_at) / DAY_MS),
          type,
          likes,
          comments,
        }),
      ),

    /** Puts these in the place of all months from `first` to `last`. */
    replace: async (
      account: AccountKey,
      { first, last }: { first: number; last: number },
      months: readonly MonthSums[],
    ) => {
      await removeMonths(db, account.company_id, account.id, first, last)
      const rows = months.map((sums) => {
        const key = { company_id: account.company_id, account_id: account.id }
        return Object.assign(key, sums)
      })
      await insertNew({ queries: db, engine }, 'account_months', rows)
    },

    all: (account: AccountKey) => monthsOf(account).selectAll().orderBy('month').execute(),

    /** Of these accounts of one company, from a month on, in the order of time. */
    among: (companyId: number, accountIds: readonly number[], first: number) =>
      monthsAmong(db, companyId, listOf(accountIds), first),
  }
}
