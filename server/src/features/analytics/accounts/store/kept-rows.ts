/** The kept rows that hold all accounts read since a moment, and the columns that are summed over them. */
import { type RawBuilder, sql } from 'kysely'
import { inScope } from './names.ts'

export type Scope = 'all' | readonly number[]

/** The latest figures stand beside the periods. */
export const LATEST = 0
const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** From a minute on: minutes up to a whole hour, hours up to a whole day, and days. */
export type Since = [minute: number, minutesEnd: number, hour: number, hoursEnd: number, day: number]

/** @param moment a whole minute. */
export function since(moment: number): Since {
  const minute = Math.floor(moment / MINUTE_MS)
  const hour = Math.ceil(minute / HOUR)
  const day = Math.ceil(hour / 24)
  return [minute, hour * HOUR, hour, day * 24, day]
}

type Rows = RawBuilder<unknown>

/** Companies come first, so that each is a short range of the key. */
const selectSums = (scope: Scope, period: number, grain: number, isWanted: RawBuilder<unknown>): Rows => sql`
  select companies.name, companies.name_key, companies.is_demo, account_sums.* from companies cross join account_sums
  where ${inScope(scope, 'companies.id')} and account_sums.company_id = companies.id
    and account_sums.period = ${period} and account_sums.grain = ${sql.lit(grain)} and ${isWanted}`

export const rowsSince = (scope: Scope, period: number, [minute, minutesEnd, hour, hoursEnd, day]: Since): Rows => sql`
  ${selectSums(scope, period, DAY, sql`account_sums.bucket >= ${day}`)} union all
  ${selectSums(scope, period, HOUR, sql`account_sums.bucket >= ${hour} and account_sums.bucket < ${hoursEnd}`)} union all
  ${selectSums(scope, period, 1, sql`account_sums.bucket >= ${minute} and account_sums.bucket < ${minutesEnd}`)}`

export const ofAll = (scope: Scope): Rows => selectSums(scope, LATEST, 0, sql`account_sums.bucket = 0`)

/** Null where it is known of none. */
export const sum = (measure: string, condition = sql``) =>
  sql<number | null>`case when sum(${sql.ref(`${measure}_known`)}) ${condition} > 0
    then sum(${sql.ref(measure)}) ${condition} end`
export const count = (column: string, condition = sql``) =>
  sql<number>`coalesce(sum(${sql.ref(column)}) ${condition}, 0)`
/** Rates are kept as whole billionths. */
export const average = (measure: string, condition = sql``) =>
  sql<number | null>`case when sum(${sql.ref(`${measure}_known`)}) ${condition} > 0
    then sum(${sql.ref(measure)}) ${condition} / 1e9 / sum(${sql.ref(`${measure}_known`)}) ${condition} end`

export const sums = () => [
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

const sumNumbered = (name: string) => Array.from({ length: 7 }, (_, at) => sum(`${name}_${at}`).as(`${name}_${at}`))
export const lines = () => [sum('last').as('sum_7'), ...sumNumbered('sum'), ...sumNumbered('before')]
