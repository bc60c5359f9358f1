/** What writes of items do to the counts of companies and statuses. Pure. */
import type { ItemRow } from '../items.rules.ts'

/** What items do to the counts of a company and status. */
export interface CountMove {
  company_id: number
  status_key: string
  items: number
  undated: number
}

/**
 * One move for each company and status, in an order that is the same everywhere, so that transactions do not deadlock.
 */
export function countMoves(writes: readonly { before: ItemRow | null; after: ItemRow }[]): CountMove[] {
  const moves = new Map<string, CountMove>()
  const count = (row: ItemRow | null, by: 1 | -1) => {
    if (!row || row.is_gone === 1) return
    const { company_id, status_key } = row
    const key = `${company_id} ${status_key}`
    const move = moves.get(key) ?? { company_id, status_key, items: 0, undated: 0 }
    moves.set(key, {
      ...move,
      items: move.items + by,
      undated: move.undated + (row.publish_at === null ? by : 0),
    })
  }
  for (const { before, after } of writes) {
    count(before, -1)
    count(after, 1)
  }
  return [...moves.values()]
    .filter(({ items, undated }) => items !== 0 || undated !== 0)
    .sort((a, b) => a.company_id - b.company_id || (a.status_key < b.status_key ? -1 : 1))
}
