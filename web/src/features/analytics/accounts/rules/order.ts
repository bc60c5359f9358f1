/** Which way the accounts stand. Rows without a figure are last either way: the server puts them there. */

import type { ClientTotals } from '@tangelo/contract'
import { ACCOUNT_COLUMNS, ACCOUNT_SORTS, type AccountColumn, type AccountOrder } from '@tangelo/contract/limits'

export type Way = 'asc' | 'desc'

export interface SortedColumn {
  readonly column: AccountColumn
  readonly way: Way
}

/** The orders that the specification names are columns too, the largest first; null for the order of adding. */
export function columnOf(order: AccountOrder): SortedColumn | null {
  const [name, way] = order.split('-')
  const column = ACCOUNT_COLUMNS.find((candidate) => candidate === name)
  return column ? { column, way: way === 'asc' ? 'asc' : 'desc' } : null
}

/** What a press on a head asks for: names from A and figures from the largest, then the other way round. */
export function orderAfter(order: AccountOrder, column: AccountColumn): AccountOrder {
  const now = columnOf(order)
  const usual: Way = column === 'username' ? 'asc' : 'desc'
  const way = now?.column === column ? (now.way === 'asc' ? 'desc' : 'asc') : usual
  const named = way === 'desc' ? ACCOUNT_SORTS.find((sort) => sort === column) : undefined
  return named ?? `${column}-${way}`
}

/** The clients by their sums, in the order of the accounts below them; those without a figure last. */
export function orderClients(clients: readonly ClientTotals[], order: AccountOrder): readonly ClientTotals[] {
  const sorted = columnOf(order)
  const sign = sorted?.way === 'desc' ? -1 : 1
  return [...clients].sort((a, b) => {
    if (!sorted || sorted.column === 'username') return sign * byName(a, b)
    const [one, other] = [figureOf(a, sorted.column), figureOf(b, sorted.column)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b)
    return sign * (one - other) || byName(a, b)
  })
}

const byName = (a: ClientTotals, b: ClientTotals): number => a.name.localeCompare(b.name)

function figureOf(client: ClientTotals, column: AccountColumn): number | null {
  if (column === 'followers') return client.followers
  if (column === 'growth') return client.growth
  if (column === 'change') return client.followerChange
  if (column === 'engagement') return client.engagement
  if (column === 'engagementChange') return client.engagementChange
  return column === 'posts' || column === 'newPosts' ? client.posts : null
}
