/** Sums over figures of a period, of accounts that were read lately: kept ones of whole companies, of others made from each account. */
import type { Period } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { type AccountFilter, isFiltered, matches } from '../../accounts/store/filter.ts'
import { keptSumsStore } from '../../accounts/store/kept-sums.ts'

export interface Moments {
  /** Older figures are in no sum. */
  staleBefore: number
  /** Since when a reading is one of today. */
  today: number
}

const sumOf = (expression: string) => sql<number | null>`sum(${sql.raw(expression)})`
const sumNumbered = (name: string) => Array.from({ length: 7 }, (_, at) => sumOf(`${name}_${at}`).as(`${name}_${at}`))

const sums = () => [
  sumOf('followers').as('followers'),
  sql<number | null>`sum(follower_change) filter (where is_whole = 1)`.as('followerChange'),
  sql<number>`count(sum_0)`.as('compared'),
  sumOf('sum_0').as('base'),
  sql<number | null>`sum(sum_0) filter (where before_0 is not null)`.as('baseBefore'),
  sumOf('before_0').as('before'),
  sumOf('is_broken').as('sourceChanges'),
  sql<number | null>`avg(engagement_rate)`.as('engagement'),
  sql<number | null>`avg(engagement_change)`.as('engagementChange'),
  sumOf('new_posts').as('posts'),
  sumOf('new_posts - new_posts_before').as('postsChange'),
]

const lines = () => [
  sql<number | null>`sum(followers) filter (where sum_0 is not null)`.as('sum_7'),
  ...sumNumbered('sum'),
  ...sumNumbered('before'),
]

const fresh = (db: Queries, filter: AccountFilter, period: Period, staleBefore: number) =>
  db
    .selectFrom('account_periods')
    .where('period', '=', period)
    .where(sql<boolean>`captured_at + slack_ms >= ${staleBefore}`)
    .where(matches(db, filter, 'account_id'))

const selectCounts = (db: Queries, filter: AccountFilter, { staleBefore, today }: Moments) =>
  db
    .selectFrom('accounts')
    .where(matches(db, filter, 'id', { isOfSums: true }))
    .select([
      sql<number>`count(*)`.as('accounts'),
      sql<number>`count(*) filter (where captured_at + slack_ms >= ${today})`.as('readToday'),
      sql<number>`count(*) filter (where captured_at + slack_ms < ${staleBefore})`.as('stale'),
    ])

export const sumsFromAccounts = (db: Queries, filter: AccountFilter, period: Period, staleBefore: number) =>
  fresh(db, filter, period, staleBefore).select([...sums(), ...lines()])

export function totalsStore(db: Queries) {
  const kept = keptSumsStore(db)
  return {
    /** The scope is not empty. */
    of: async (filter: AccountFilter, period: Period, moments: Moments) => {
      const { scope } = filter
      const { staleBefore } = moments
      const [[counts], [row]] = await Promise.all(
        isFiltered(filter)
          ? ([
              selectCounts(db, filter, moments).execute(),
              sumsFromAccounts(db, filter, period, staleBefore).execute(),
            ] as const)
          : ([kept.counts(scope, moments), kept.totals(scope, period, staleBefore)] as const),
      )
      if (!counts || !row) throw new Error('Sums are always answered')
      return { counts, sums: row }
    },

    /** Of each company, by name. */
    byCompany: async (scope: AccountFilter['scope'], period: Period, moments: Moments, limit: number) => {
      const [counts, rows] = await Promise.all([
        kept.countsByCompany(scope, moments, limit),
        kept.totalsByCompany(scope, period, moments.staleBefore),
      ])
      const byId = new Map(rows.map((row) => [row.companyId, row]))
      return counts.map((row) => ({ counts: row, sums: byId.get(row.companyId) }))
    },
  }
}

type Answered<Method extends keyof ReturnType<typeof totalsStore>> = Awaited<
  ReturnType<ReturnType<typeof totalsStore>[Method]>
>
export type CountsRow = Omit<Answered<'byCompany'>[number]['counts'], 'companyId' | 'name' | 'isDemo'>
export type SumsRow = Omit<NonNullable<Answered<'byCompany'>[number]['sums']>, 'companyId'>
export type LinesRow = Answered<'of'>['sums']
