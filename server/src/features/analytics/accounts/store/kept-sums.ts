/** Sums that are kept of each company, by period and by when its accounts were read last (docs/decisions/0052). */
import type { Period } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import {
  average,
  count,
  LATEST,
  lines,
  ofAll,
  rowsSince,
  type Scope,
  type Since,
  since,
  sum,
  sums,
} from './kept-rows.ts'
import { inScope } from './names.ts'

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
  totals: prepareQuery((db, period: number, ...from: Since) => totals(db, 'all', period, from), REMEMBERED),
  counts: prepareQuery(
    (db, a: number, b: number, c: number, d: number, e: number, ...today: Since) =>
      counts(db, 'all', [a, b, c, d, e], today),
    REMEMBERED,
  ),
  latest: prepareQuery((db, ...from: Since) => latest(db, 'all', from), { remembered: 1 }),
  number: prepareQuery((db) => number(db, 'all'), { remembered: 1 }),
}
const ofOne = {
  totals: prepareQuery(
    (db, company: number, period: number, ...from: Since) => totals(db, [company], period, from),
    REMEMBERED,
  ),
  counts: prepareQuery(
    (db, company: number, a: number, b: number, c: number, d: number, e: number, ...today: Since) =>
      counts(db, [company], [a, b, c, d, e], today),
    REMEMBERED,
  ),
  latest: prepareQuery((db, company: number, ...from: Since) => latest(db, [company], from), { remembered: 100 }),
  number: prepareQuery((db, company: number) => number(db, [company]), { remembered: 100 }),
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
