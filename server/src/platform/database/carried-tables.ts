/**
 * Which tables a backup carries: all but what the store keeps about itself, what belongs to the processes and sessions of the
 * moment, and what triggers make of other rows, which they make again when these are put back.
 */

const NOT_CARRIED = new Set(['migrations', 'migration_lock', 'commit_marks', 'nodes', 'sessions'])
/** With the tables that FTS5 keeps for itself. */
const MADE_BY_TRIGGERS = /^(account_sums|account_sum_moves|content_numbers|(account_names|content_texts)(_\w+)?)$/

export const isCarried = (table: string): boolean => !(NOT_CARRIED.has(table) || MADE_BY_TRIGGERS.test(table))

/** A row of `from` refers to one of `to`. */
export interface Reference {
  from: string
  to: string
}

/** A table comes after those that it refers to; otherwise by name. Throws for tables that refer to each other. */
export function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  const waiting = new Set(tables.toSorted())
  const isFree = (table: string) =>
    !references.some(({ from, to }) => from === table && to !== table && waiting.has(to))
  while (waiting.size > 0) {
    const free = [...waiting].filter(isFree)
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...waiting].join(', ')}`)
    for (const table of free) waiting.delete(table)
    ordered.push(...free)
  }
  return ordered
}
