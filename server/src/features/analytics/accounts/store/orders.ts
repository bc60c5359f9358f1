/** The orders of the list of accounts: the column of each, its direction, and what a cursor of it holds. */
import type { AccountColumn, AccountOrder, AccountSort } from '@tangelo/contract/limits'

interface Order {
  column: AccountColumn | 'id'
  direction: 'asc' | 'desc'
}

/** spec §9: the three of the specification. */
const NAMED = {
  followers: { column: 'followers', direction: 'desc' },
  engagement: { column: 'engagement', direction: 'desc' },
  recent: { column: 'id', direction: 'desc' },
} as const satisfies Record<AccountSort, Order>

export const isNamed = (order: AccountOrder): order is AccountSort => order in NAMED

export function orderOf(order: AccountOrder): Order {
  if (isNamed(order)) return NAMED[order]
  const [column, direction] = order.split('-') as [AccountColumn, Order['direction']]
  return { column, direction }
}

/** In `account_periods`. */
export const FIGURES: Record<Exclude<AccountColumn, 'username'>, string> = {
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
export const UNKNOWN = { asc: 9e15, desc: -9e15 } as const

/** What a cursor of this order holds. */
export function cursorTypeOf(order: AccountOrder): 'string' | 'number' | 'integer' {
  const { column } = orderOf(order)
  if (column === 'username') return 'string'
  return column === 'growth' || column === 'engagement' || column === 'engagementChange' ? 'number' : 'integer'
}
