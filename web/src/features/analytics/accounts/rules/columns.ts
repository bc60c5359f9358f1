/** The columns of the table: which there are, what they sort by, how wide they are, and which of them the browser remembers. */
import type { AccountColumn } from '@tangelo/contract/limits'

export const COLUMNS = ['followers', 'growth', 'engagement', 'posts', 'lastUpdated', 'source', 'tags'] as const
export type Column = (typeof COLUMNS)[number]

/** Where a column has room. A column chosen by hand is shown wherever there is a table. */
export const COLUMN_SORTS: Readonly<Record<Exclude<Column, 'source' | 'tags'>, AccountColumn>> = {
  followers: 'followers',
  growth: 'growth',
  engagement: 'engagement',
  posts: 'posts',
  lastUpdated: 'lastUpdated',
}

export const isFigure = (column: Column): boolean => ['followers', 'growth', 'engagement', 'posts'].includes(column)

const STORAGE_KEY = 'tangelo.columns'

/** Chosen by hand; null as long as the width of the window decides. */
export function readColumns(): readonly Column[] | null {
  try {
    const kept = window.localStorage.getItem(STORAGE_KEY)
    return kept === null ? null : COLUMNS.filter((column) => kept.split(',').includes(column))
  } catch {
    return null
  }
}

export function keepColumns(columns: readonly Column[] | null): void {
  try {
    if (columns === null) window.localStorage.removeItem(STORAGE_KEY)
    else window.localStorage.setItem(STORAGE_KEY, columns.join())
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}

/** What a window of this width has room for. */
export function usualColumns(width: number): readonly Column[] {
  return COLUMNS.filter((column) => width >= MIN_WIDTHS[column])
}

/** Of the window, in pixels. */
const MIN_WIDTHS: Readonly<Record<Column, number>> = {
  followers: 0,
  growth: 0,
  engagement: 0,
  posts: 900,
  lastUpdated: 900,
  source: 1_360,
  tags: 2_440,
}
