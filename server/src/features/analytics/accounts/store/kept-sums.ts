/** Sums that are kept of each company, by period and by when its accounts were read last (docs/decisions/0052). */
import type { Period } from '@tangelo/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import { inScope } from './names.ts'

type Scope = 'all' | readonly number[]

/** The latest figures stand beside the periods. */
const LATEST = 0
const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** From a minute on: minutes up to a whole hour, hours up to a whole day, and days. */
type Since = [minute: number, minutesEnd: number, hour: number, hoursEnd: number, day: number]

/** @param moment a whole minute. */
function since(moment: number): Since {
  const minute = Math.floor(moment / MINUTE_MS)
  const hour = Math.ceil(minute / HOUR)
  const day = Math.ceil(hour / 24)
  return [minute, hour * HOUR, hour, day * 24, day]
}

type Rows = RawBuilder<unknown>

/** Companies come first, so that each is a short range of the key. */
const kept = (scope: Scope, period: number, grain: number, isWanted: RawBuilder<unknown>): Rows => sql`
  select companies.name, companies.name_key, companies.is_demo, account_sums.* from companies cross join account_sums
  where ${inScope(scope, 'companies.id')} and account_sums.company_id = companies.id
    and account_sums.period = ${period} and account_sums.grain = ${sql.lit(grain)} and ${isWanted}`

const rowsSince = (scope: Scope, period: number, [minute, minutesEnd, hour, hoursEnd, day]: Since): Rows => sql`
  ${kept(scope, period, DAY, sql`account_sums.bucket >= ${day}`)} union all
  ${kept(scope, period, HOUR, sql`account_sums.bucket >= ${hour} and account_sums.bucket < ${hoursEnd}`)} union all
  ${kept(scope, period, 1, sql`account_sums.bucket >= ${minute} and account_sums.bucket < ${minutesEnd}`)}`

const ofAll = (scope: Scope): Rows => kept(scope, LATEST, 0, sql`account_sums.bucket = 0`)

/** Null where it is known of none. */
const sum = (measure: string, condition = sql``) =>
  sql<number | null>`case when sum(${sql.ref(`${measure}_known`)}) ${condition} > 0
    then sum(${sql.ref(measure)}) ${condition} end`
const count = (column: string, condition = sql``) => sql<number>`coalesce(sum(${sql.ref(column)}) ${condition}, 0)`
/** Rates are kept as whole billionths. */
const average = (measure: string, condition = sql``) =>
  sql<number | null>`case when sum(${sql.ref(`${measure}_known`)}) ${condition} > 0
    then sum(${sql.ref(measure)}) ${condition} / 1e9 / sum(${sql.ref(`${measure}_known`)}) ${condition} end`

const sums = () => [
  sum('followers').as('followers'),
  sum('follower_change').as('followerChange'),
  count('sum_0_known').as('compared'),
  sum('sum_0').as('base'),
  sum('base_before').as('baseBefore'),
  sum('before_0').as('before'),
  sql<number | null>`sum(source_changes)`.as('sourceChanges'),
  average('engagement').as('engagement'),
  average('engagement_change').as('engagementChange'),
  sum('posts').as('posts'),
  sum('posts_change').as('postsChange'),
]

const numbered = (name: string) => Array.from({ length: 7 }, (_, at) => sum(`${name}_${at}`).as(`${name}_${at}`))
const lines = () => [sum('last').as('sum_7'), ...numbered('sum'), ...numbered('before')]

const totals = (db: Queries, scope: Scope, period: number, from: Since) =>
  db.selectFrom(sql`(${rowsSince(scope, period, from)})`.as('kept')).select([...sums(), ...lines()])

/** Accounts among all, among those read since a moment, and among those read since a later one. */
const counts = (db: Queries, scope: Scope, fresh: Since, today: Since) =>
  db
    .selectFrom(
      sql`(select 0 as kind, every.* from (${ofAll(scope)}) as every
        union all select 1 as kind, fresh.* from (${rowsSince(scope, LATEST, fresh)}) as fresh
        union all select 2 as kind, today.* from (${rowsSince(scope, LATEST, today)}) as today)`.as('kept'),
    )
    .select([
      count('accounts', sql`filter (where kind = 0)`).as('accounts'),
      count('accounts', sql`filter (where kind = 2)`).as('readToday'),
      sql<number>`coalesce(sum(accounts_read) filter (where kind = 0), 0) - coalesce(sum(accounts) filter (where kind = 1), 0)`.as(
        'stale',
      ),
    ])

const FRESH = sql`filter (where kind = 1)`

const latest = (db: Queries, scope: Scope, from: Since) =>
  db
    .selectFrom(
      sql`(select 0 as kind, every.* from (${ofAll(scope)}) as every
        union all select 1 as kind, fresh.* from (${rowsSince(scope, LATEST, from)}) as fresh)`.as('kept'),
    )
    .select([
      count('accounts', sql`filter (where kind = 0)`).as('accounts'),
      sql<number>`coalesce(sum(accounts_read) filter (where kind = 0), 0) - coalesce(sum(accounts) filter (where kind = 1), 0)`.as(
        'outdated',
      ),
      sum('followers', FRESH).as('followers'),
      sum('follower_change', FRESH).as('followerChange'),
      sum('posts', FRESH).as('posts'),
      average('engagement', FRESH).as('averageEngagementRate'),
      sql<number | null>`(select max(read.at) from (select (
          select max(accounts.captured_at) from accounts where accounts.company_id = companies.id
        ) as at from companies where ${inScope(scope, 'companies.id')}) as read)`.as('lastUpdated'),
    ])

const number = (db: Queries, scope: Scope) =>
  db.selectFrom(sql`(${ofAll(scope)})`.as('kept')).select(count('accounts').as('count'))

const REMEMBERED = { remembered: 50 }
const ofEvery = {
  totals: prepared((db, period: number, ...from: Since) => totals(db, 'all', period, from), REMEMBERED),
  counts: prepared(
    (db, a: number, b: number, c: number, d: number, e: number, ...today: Since) =>
      counts(db, 'all', [a, b, c, d, e], today),
    REMEMBERED,
  ),
  latest: prepared((db, ...from: Since) => latest(db, 'all', from), { remembered: 1 }),
  number: prepared((db) => number(db, 'all'), { remembered: 1 }),
}
const ofOne = {
  totals: prepared(
    (db, company: number, period: number, ...from: Since) => totals(db, [company], period, from),
    REMEMBERED,
  ),
  counts: prepared(
    (db, company: number, a: number, b: number, c: number, d: number, e: number, ...today: Since) =>
      counts(db, [company], [a, b, c, d, e], today),
    REMEMBERED,
  ),
  latest: prepared((db, company: number, ...from: Since) => latest(db, [company], from), { remembered: 100 }),
  number: prepared((db, company: number) => number(db, [company]), { remembered: 100 }),
}

/** The company that alone is asked for, null for all; undefined for several. */
function companyOf(scope: Scope): number | null | undefined {
  if (scope === 'all') return null
  return scope.length === 1 ? scope[0] : undefined
}

/** Of all accounts in scope, which is not empty; moments are whole minutes. */
export function keptSumsStore(db: Queries) {
  const byScope = <Answer>(
    scope: Scope,
    asked: { all: () => Promise<Answer[]>; one: (company: number) => Promise<Answer[]>; some: () => Promise<Answer[]> },
  ): Promise<Answer[]> => {
    const company = companyOf(scope)
    if (company === null) return asked.all()
    return company === undefined ? asked.some() : asked.one(company)
  }
  return {
    totals: (scope: Scope, period: Period, staleBefore: number) => {
      const from = since(staleBefore)
      return byScope(scope, {
        all: () => ofEvery.totals(db, period, ...from),
        one: (company) => ofOne.totals(db, company, period, ...from),
        some: () => totals(db, scope, period, from).execute(),
      })
    },

    counts: (scope: Scope, { staleBefore, today }: { staleBefore: number; today: number }) => {
      const [fresh, later] = [since(staleBefore), since(today)]
      return byScope(scope, {
        all: () => ofEvery.counts(db, ...fresh, ...later),
        one: (company) => ofOne.counts(db, company, ...fresh, ...later),
        some: () => counts(db, scope, fresh, later).execute(),
      })
    },

    latest: (scope: Scope, moment: number) => {
      const from = since(moment)
      return byScope(scope, {
        all: () => ofEvery.latest(db, ...from),
        one: (company) => ofOne.latest(db, company, ...from),
        some: () => latest(db, scope, from).execute(),
      })
    },

    number: async (company: number | null) => {
      const [row] = await (company === null ? ofEvery.number(db) : ofOne.number(db, company))
      return Number(row?.count)
    },

    totalsByCompany: (scope: Scope, period: Period, staleBefore: number) =>
      db
        .selectFrom(sql<{ company_id: number }>`(${rowsSince(scope, period, since(staleBefore))})`.as('kept'))
        .select(['company_id as companyId', ...sums()])
        .groupBy('company_id')
        .execute(),

    countsByCompany: (scope: Scope, { staleBefore, today }: { staleBefore: number; today: number }, limit: number) =>
      counts(db, scope, since(staleBefore), since(today))
        .select([
          sql<number>`company_id`.as('companyId'),
          sql<string>`name`.as('name'),
          sql<0 | 1>`is_demo`.as('isDemo'),
        ])
        .groupBy([sql`company_id`, sql`name`, sql`is_demo`, sql`name_key`])
        .orderBy(sql`name_key`)
        .orderBy(sql`company_id`)
        .limit(limit)
        .execute(),
  }
}
