/** Pages of the list of accounts, in any order. */
import type { AccountColumn, AccountOrder, Period } from '@tangelo/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { type AccountFilter, matches } from './filter.ts'

export interface Place {
  value: number | string
  id: number
}

export interface PageOptions extends AccountFilter {
  order: AccountOrder
  period: Period
  after: Place | null
  limit: number
}

export interface PlacedAccount {
  id: number
  sort: number | string
}

interface Order {
  column: AccountColumn | 'id'
  direction: 'asc' | 'desc'
}

/** spec §9: the three of the specification. */
const NAMED = {
  followers: { column: 'followers', direction: 'desc' },
  engagement: { column: 'engagement', direction: 'desc' },
  recent: { column: 'id', direction: 'desc' },
} as const satisfies Record<string, Order>

function orderOf(order: AccountOrder): Order {
  if (order === 'followers' || order === 'engagement' || order === 'recent') return NAMED[order]
  const [column, direction] = order.split('-') as [AccountColumn, Order['direction']]
  return { column, direction }
}

/** In `account_periods`. */
const FIGURES: Record<Exclude<AccountColumn, 'username'>, string> = {
  followers: 'followers',
  growth: 'growth',
  change: 'follower_change',
  engagement: 'engagement_rate',
  engagementChange: 'engagement_change',
  posts: 'posts',
  newPosts: 'new_posts',
  lastUpdated: 'captured_at',
}

/** Beyond any figure: unknown ones come last in either direction. */
const UNKNOWN = { asc: 9e15, desc: -9e15 } as const

/** What a cursor of this order holds. */
export function cursorTypeOf(order: AccountOrder): 'string' | 'number' | 'integer' {
  const { column } = orderOf(order)
  if (column === 'username') return 'string'
  return column === 'growth' || column === 'engagement' || column === 'engagementChange' ? 'number' : 'integer'
}

/** Ids in this order; after a cursor's row when there is one. */
export async function pageOfIds(db: Queries, options: PageOptions): Promise<PlacedAccount[]> {
  if (options.scope !== 'all' && options.scope.length === 0) return []
  const { column, direction } = orderOf(options.order)
  const rows =
    column === 'id' || column === 'username'
      ? ofAccounts(options, column === 'id' ? 'id' : 'username_key')
      : ofFigures(options, FIGURES[column], UNKNOWN[direction])
  const way = sql.raw(direction)
  const query = sql<PlacedAccount>`select id, sort from (${rows}) as placed ${afterPlace(options.after, direction)}
    order by sort ${way}, id ${way} limit ${sql.lit(options.limit)}`
  return (await query.execute(db)).rows
}

const ofAccounts = (filter: AccountFilter, column: string) =>
  sql`select id, ${sql.ref(column)} as sort from accounts where ${matches(filter, 'id')}`

const ofFigures = (filter: PageOptions, column: string, unknown: number) => sql`
  select account_id as id, coalesce(cast(${sql.ref(column)} as double precision), ${sql.lit(unknown)}) as sort
  from account_periods where period = ${sql.lit(filter.period)} and ${matches(filter, 'account_id')}
  union all
  select id, ${sql.lit(unknown)} as sort from accounts where captured_at is null and ${matches(filter, 'id')}`

function afterPlace(after: Place | null, direction: Order['direction']): RawBuilder<unknown> {
  if (!after) return sql``
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`where sort ${beyond} ${after.value} or (sort = ${after.value} and id ${beyond} ${after.id})`
}

export async function countAccounts(db: Queries, filter: AccountFilter): Promise<number> {
  if (filter.scope !== 'all' && filter.scope.length === 0) return 0
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from accounts where ${matches(filter, 'id')}`.execute(db)
  return Number(rows[0]?.count)
}

/** What lists show of these accounts, in no order. */
export const shownRows = (db: Queries, ids: readonly number[], period: Period | null) =>
  db
    .selectFrom('accounts')
    .select(['id', 'shown', 'captured_at'])
    .$if(period !== null, (query) => query.select(`shown_${period ?? 7} as period`))
    .where('id', 'in', [...ids])
    .execute()
