/** Pages of the list of accounts, in any order. */
import { type AccountOrder, PERIODS, type Period } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import { type AccountFilter, isFiltered, matches } from './filter.ts'
import { COMMON_NAMES, LISTED, type ListedRow, pageByName, readIndexedPage } from './indexed-pages.ts'
import { keptSumsStore } from './kept-sums.ts'
import { countNamed, nameKey } from './names.ts'
import { FIGURES, isNamed, orderOf, UNKNOWN } from './orders.ts'

export interface Place {
  value: number | string
  id: number
}

export interface PageOptions extends AccountFilter {
  order: AccountOrder
  /** Null where none was asked for: orders of a period take `ORDERED_BY`. */
  period: Period | null
  after: Place | null
  limit: number
  /** As `countByName` answers it. */
  named: number | null
}

interface PlacedAccount {
  id: number
  sort: number | string
}

export type PagedAccount = PlacedAccount & ListedRow

/** The period of orders where none is named. */
const ORDERED_BY = PERIODS[0]

/** The company that alone is asked for, null for all; undefined for several, none, and for part of the accounts. */
function wholeOf(filter: AccountFilter): number | null | undefined {
  if (isFiltered(filter)) return undefined
  if (filter.scope === 'all') return null
  return filter.scope.length === 1 ? filter.scope[0] : undefined
}

/** In this order; after a cursor's row when there is one. */
export async function pageOfAccounts(db: Queries, options: PageOptions): Promise<PagedAccount[]> {
  const { order, period, after, limit, named } = options
  if (options.scope !== 'all' && options.scope.length === 0) return []
  if (isNamed(order) && named !== null) return pageByName(db, options, { order, period, after, limit, named })
  const companyId = wholeOf(options)
  if (isNamed(order) && companyId !== undefined) return readIndexedPage(db, { order, companyId, period, after, limit })
  const places = await pageOfIds(db, options)
  const rows = await readListedRows(db, places, period)
  return places.flatMap((place) => {
    const row = rows.get(place.id)
    return row ? { ...row, ...place } : []
  })
}

async function pageOfIds(db: Queries, options: PageOptions): Promise<PlacedAccount[]> {
  const companyId = wholeOf(options)
  return companyId === undefined ? placesOf(db, options).execute() : placesOfWhole(db, companyId, options)
}

/** Of each query; a page of two hundred places is some 10 kB. */
const PAGES_REMEMBERED = 10

const queryFor = (order: AccountOrder, period: Period | null, isAll: boolean, isLater: boolean) =>
  prepareQuery(
    (db, limit: number, companyId: number, value: number | string, id: number) =>
      placesOf(db, {
        scope: isAll ? 'all' : [companyId],
        order,
        period,
        after: isLater ? { value, id } : null,
        limit,
        named: null,
      }),
    { remembered: PAGES_REMEMBERED },
  )

const queries = new Map<string, ReturnType<typeof queryFor>>()

/** Without a filter: built once, and remembered. */
function placesOfWhole(db: Queries, companyId: number | null, { order, period, after, limit }: PageOptions) {
  const key = `${order} ${period} ${companyId === null} ${after !== null}`
  const query = queries.get(key) ?? queryFor(order, period, companyId === null, after !== null)
  queries.set(key, query)
  return query(db, limit, companyId ?? 0, after?.value ?? 0, after?.id ?? 0)
}

function placesOf(db: Queries, options: PageOptions) {
  const { column, direction } = orderOf(options.order)
  const rows =
    column === 'id' || column === 'username'
      ? ofAccounts(db, options, column === 'id' ? 'id' : 'username_key')
      : ofFigures(db, options, FIGURES[column], UNKNOWN[direction])
  const places = db
    .selectFrom(sql<PlacedAccount>`(${rows})`.as('placed'))
    .select(['id', 'sort'])
    .orderBy('sort', direction)
    .orderBy('id', direction)
    .limit(options.limit)
  const { after } = options
  if (!after) return places
  const beyond = direction === 'asc' ? '>' : '<'
  return places.where((row) =>
    row.or([row('sort', beyond, after.value), row.and([row('sort', '=', after.value), row('id', beyond, after.id)])]),
  )
}

const ofAccounts = (db: Queries, filter: AccountFilter, column: string) =>
  sql`select id, ${sql.ref(column)} as sort from accounts where ${matches(db, filter, 'id')}`

const ofFigures = (db: Queries, filter: PageOptions, column: string, unknown: number) => sql`
  select account_id as id, coalesce(cast(${sql.ref(column)} as double precision), ${sql.lit(unknown)}) as sort
  from account_periods where period = ${sql.lit(filter.period ?? ORDERED_BY)} and ${matches(db, filter, 'account_id')}
  union all
  select id, ${sql.lit(unknown)} as sort from accounts where captured_at is null and ${matches(db, filter, 'id')}`

export async function countAccounts(db: Queries, filter: AccountFilter): Promise<number> {
  if (filter.scope !== 'all' && filter.scope.length === 0) return 0
  const companyId = wholeOf(filter)
  if (companyId !== undefined) return keptSumsStore(db).number(companyId)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from accounts where ${matches(db, filter, 'id', { isOfSums: true })}`.execute(db)
  return Number(rows[0]?.count)
}

/**
 * How many accounts in scope have the text that is looked for in their name; null where none is. Without `isWhole` only whether they
 * are many.
 */
export async function countByName(
  db: Queries,
  { scope, q }: AccountFilter,
  { isWhole }: { isWhole: boolean },
): Promise<number | null> {
  if (!q) return null
  if (scope !== 'all' && scope.length === 0) return 0
  return countNamed(db, scope, nameKey(q), isWhole ? undefined : COMMON_NAMES)
}

/** What lists show of these accounts. */
async function readListedRows(db: Queries, places: readonly PlacedAccount[], period: Period | null) {
  if (places.length === 0) return new Map<number, ListedRow>()
  const rows: ListedRow[] = await db
    .selectFrom('accounts')
    .select(LISTED)
    .$if(period !== null, (query) => query.select(`shown_${period ?? ORDERED_BY} as period`))
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
