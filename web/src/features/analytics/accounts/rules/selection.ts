/** Which accounts are chosen, and what a press adds to them. The choice outlives sorting, filtering and paging. */
import type { ListedAccount } from '@tangelo/contract'

export type Selection = ReadonlyMap<number, ListedAccount>

export const NOTHING_SELECTED: Selection = new Map()

/** With the accounts, or without them where all of them are chosen already. */
export function toggleAll(selection: Selection, accounts: readonly ListedAccount[]): Selection {
  const next = new Map(selection)
  const isWhole = accounts.length > 0 && accounts.every(({ id }) => selection.has(id))
  for (const account of accounts) {
    if (isWhole) next.delete(account.id)
    else next.set(account.id, account)
  }
  return next
}

/** The rows from one to the other, both included, in whichever order they are given; only the last where the first is gone. */
export function rowsBetween(
  rows: readonly ListedAccount[],
  fromId: number | null,
  to: ListedAccount,
): readonly ListedAccount[] {
  const from = rows.findIndex(({ id }) => id === fromId)
  const end = rows.findIndex(({ id }) => id === to.id)
  if (from < 0 || end < 0) return [to]
  return rows.slice(Math.min(from, end), Math.max(from, end) + 1)
}

/** Whether none, some or all of the rows are chosen. */
export function shareSelected(selection: Selection, rows: readonly ListedAccount[]): 'none' | 'some' | 'all' {
  const count = rows.filter(({ id }) => selection.has(id)).length
  return count === 0 ? 'none' : count === rows.length ? 'all' : 'some'
}

/** The rows that several lists show, one list after the other. */
export function joinLists(lists: ReadonlyMap<string, readonly ListedAccount[]>): ListedAccount[] {
  return [...lists.values()].flat()
}
