/** Which accounts a list or a sum is of. */
import { type AccountCategory, PERIODS, type Source } from '@tangelo/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inScope, nameKey, selectNamedIds } from './names.ts'

export interface AccountFilter {
  scope: 'all' | readonly number[]
  q?: string | undefined
  category?: AccountCategory | undefined
  tag?: string | undefined
  source?: Source | undefined
}

/** Whether it names more than companies. */
export const isFiltered = ({ q, category, tag, source }: AccountFilter): boolean =>
  Boolean(q || category || tag || source)

type Condition = RawBuilder<boolean>

/**
 * For rows of `accounts`, or of `account_periods`, where `id` says so. Each part is answered from an index or a narrow table.
 * @param isOfSums the query is answered from the index `accounts_sums`, which has the source.
 */
export function matches(
  db: Queries,
  filter: AccountFilter,
  id: 'id' | 'account_id',
  { isOfSums = false } = {},
): Condition {
  const { scope, q, category, tag, source } = filter
  const within = inScope(scope)
  const parts = [within]
  const among = (ids: RawBuilder<unknown>) => parts.push(sql<boolean>`${sql.ref(id)} in (${ids})`)
  if (source && (isOfSums || id === 'account_id')) parts.push(sql<boolean>`source = ${source}`)
  // Rows of `accounts` are wide, and the indexes that lists are read from have no source. With a sign before the id SQLite walks
  // one of those and looks each id up here, instead of fetching the row of each id that is found here.
  else if (source)
    parts.push(sql<boolean>`+${sql.ref(id)} in (select read.account_id from account_periods as read
      where read.period = ${sql.lit(PERIODS[0])} and ${inScope(scope, 'read.company_id')} and read.source = ${source})`)
  if (category) among(sql`select found.id from accounts as found where found.category = ${category}`)
  if (tag) among(sql`select tagged.account_id from account_tags as tagged where tagged.tag_key = ${tag.toLowerCase()}`)
  if (q) among(selectNamedIds(db, scope, nameKey(q)))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
