/** Which columns a table still needs before it can be read. */
import type { ImportColumn } from '@tangelo/contract/limits'
import { type ColumnMapping, FIGURES_REQUIRED, POSTS_REQUIRED } from '#ports/figures-file.ts'

const OF_POSTS: readonly ImportColumn[] = ['post_id', 'posted_at', 'likes', 'comments', 'read_at', 'caption', 'views']

/** A table with columns of posts is one of posts, unless it has followers. */
export function kindOf(columns: ColumnMapping): 'figures' | 'posts' {
  const isOfPosts = columns.some((column) => column !== null && OF_POSTS.includes(column))
  return isOfPosts && !columns.includes('followers') ? 'posts' : 'figures'
}

export function missingColumns(columns: ColumnMapping): ImportColumn[] {
  const has = (name: ImportColumn) =>
    columns.includes(name) ||
    (name === 'date' && (columns.includes('date_day_first') || columns.includes('date_month_first')))
  return (kindOf(columns) === 'posts' ? POSTS_REQUIRED : FIGURES_REQUIRED).filter((name) => !has(name))
}

/** A mapping that names one meaning for two columns; null where there is none. */
export function twiceIn(columns: ColumnMapping): ImportColumn | null {
  const named = columns.flatMap((column) => (column?.startsWith('date_') ? 'date' : (column ?? [])))
  return named.find((column, at) => named.indexOf(column) !== at) ?? null
}
