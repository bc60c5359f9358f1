import { PERIODS } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import { FIGURE_COLUMNS } from '../accounts/accounts.store.ts'
import { keptSumsStore } from '../accounts/store/kept-sums.ts'
import { sumsOf } from '../metrics/metrics.store.ts'
import { sumsFromAccounts } from '../metrics/store/totals.ts'

export function integrityCheckStore(db: Queries) {
  const accounts = () =>
    db.selectFrom('accounts').select(['id', 'company_id', 'username', ...FIGURE_COLUMNS, 'figures_due'])
  return {
    accountsAfter: (id: number, limit: number) => accounts().where('id', '>', id).orderBy('id').limit(limit).execute(),

    account: (id: number) => accounts().where('id', '=', id).executeTakeFirst(),

    /** In the order in which they count. */
    snapshotsOf: (account: { company_id: number; id: number }) =>
      db
        .selectFrom('metric_snapshots')
        .select([
          'captured_at as capturedAt',
          'fingerprint',
          'day',
          'source',
          'followers',
          'following',
          'posts',
          'engagement_rate as engagementRate',
          'likes_sum as likesSum',
          'likes_known as likesKnown',
          'comments_sum as commentsSum',
          'comments_known as commentsKnown',
        ])
        .select((snapshot) => snapshot('captured_at', '+', snapshot.ref('recorded_after')).as('recordedAt'))
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .orderBy('captured_at')
        .orderBy('recorded_after')
        .orderBy('fingerprint')
        .execute(),

    /** Stored sums of each month. */
    monthsOf: (account: { company_id: number; id: number }) =>
      db
        .selectFrom('account_months')
        .selectAll()
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .execute(),

    /** Stored figures of each period, and what lists show of them. */
    periodsOf: async (account: { company_id: number; id: number }) => {
      const rows = await db
        .selectFrom('account_periods')
        .selectAll()
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .orderBy('period')
        .execute()
      const shown = await db
        .selectFrom('accounts')
        .select(['shown_7', 'shown_30', 'shown_90', 'shown_365'])
        .where('id', '=', account.id)
        .executeTakeFirst()
      return { rows, shown: { ...shown } }
    },

    companies: () => db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute(),

    /** Sums over the accounts of a company that were read since a moment, as they are kept and as they follow from each account. */
    sumsOf: async (companyId: number, since: number) => {
      const scope = [companyId]
      const kept = keptSumsStore(db)
      const [[stored], [expected]] = await Promise.all([
        kept.latest(scope, since),
        sumsOf(db, since, { scope }).execute(),
      ])
      const periods = await Promise.all(
        PERIODS.map(async (period) => {
          const [[storedSums], [expectedSums]] = await Promise.all([
            kept.totals(scope, period, since),
            sumsFromAccounts(db, { scope }, period, since).execute(),
          ])
          return { period, stored: { ...storedSums }, expected: { ...expectedSums } }
        }),
      )
      return [{ period: null, stored: { ...stored }, expected: { ...expected } }, ...periods]
    },

    keep: (row: { ran_at: number; accounts: number; snapshots: number; mismatches: string; mismatch_count: number }) =>
      db.insertInto('integrity_checks').values(row).execute(),

    latest: () => db.selectFrom('integrity_checks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
  }
}

export type AccountToCheck = Awaited<ReturnType<ReturnType<typeof integrityCheckStore>['accountsAfter']>>[number]
export type SnapshotRow = Awaited<ReturnType<ReturnType<typeof integrityCheckStore>['snapshotsOf']>>[number]
