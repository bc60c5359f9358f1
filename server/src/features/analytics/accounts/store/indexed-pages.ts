/**
 * Pages in the order of an index: of all accounts, or of one company, without a filter (prepared, and remembered), and of accounts
 * whose name holds a text.
 */
import type { AccountSort, IntervalDays, Period, RefreshIntervalName } from '@tangelo/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import { type AccountFilter, matches } from './filter.ts'
import { nameKey } from './names.ts'

export interface ListedRow {
  id: number
  shown: string | null
  captured_at: number | null
  slack_ms: number
  refresh_interval: RefreshIntervalName
  refresh_days: IntervalDays
  /** Undefined where no period was asked for. */
  period?: string | null | undefined
}

/** What lists show of an account beside the figures of a period. */
export const LISTED = [
  'accounts.id',
  'accounts.shown',
  'accounts.captured_at',
  'accounts.slack_ms',
  'accounts.refresh_interval',
  'accounts.refresh_days',
] as const

export interface IndexedPage {
  order: AccountSort
  companyId: number | null
  period: Period | null
  after: { value: number | string; id: number } | null
  limit: number
}

/** Which column each order sorts by, the largest first; ids are given in order of adding. */
const COLUMN = { followers: 'sort_followers', engagement: 'sort_engagement', recent: 'id' } as const

const inCompany = (db: Queries, companyId: number | null) =>
  db
    .selectFrom('accounts')
    .where((row) => (companyId === null ? inOwnCompanies('company_id') : row('company_id', '=', companyId)))

const orderAccounts = (
  accounts: ReturnType<typeof inCompany>,
  { order, after, limit }: Pick<IndexedPage, 'order' | 'limit'> & { after: { value: number; id: number } | null },
  isSorted = false,
) => {
  const name = COLUMN[order]
  // With a sum no index has the order: the few accounts that fit are found first, and sorted.
  const column = isSorted ? sql<number>`${sql.ref(name)} + 0` : sql.ref<number>(name)
  const page = accounts.orderBy(column, 'desc').limit(limit)
  const placed = name === 'id' ? page : page.orderBy('id', 'desc')
  if (!after) return placed
  if (name === 'id') return placed.where(column, '<', after.id)
  return placed.where((row) =>
    row.and([row(column, '<=', after.value), row.or([row(column, '<', after.value), row('id', '<', after.id)])]),
  )
}

const pageOf = (
  db: Queries,
  { companyId, period, ...options }: Omit<IndexedPage, 'after'> & { after: { value: number; id: number } | null },
) =>
  orderAccounts(inCompany(db, companyId), options)
    .select(LISTED)
    .select(`${COLUMN[options.order]} as sort`)
    .$if(period !== null, (query) => query.select(`shown_${period ?? 7} as period`))

/** Of each query. A page of two hundred rows is some 100 kB, with a period twice that: all together stay below 20 MB. */
const PAGES_REMEMBERED = { plain: 12, ofPeriod: 1 }

const queryFor = (order: AccountSort, period: Period | null, isAll: boolean, isLater: boolean) =>
  prepareQuery(
    (db, limit: number, companyId: number, value: number, id: number) =>
      pageOf(db, { order, period, companyId: isAll ? null : companyId, after: isLater ? { value, id } : null, limit }),
    { remembered: period === null ? PAGES_REMEMBERED.plain : PAGES_REMEMBERED.ofPeriod },
  )

const queries = new Map<string, ReturnType<typeof queryFor>>()

export function readIndexedPage(db: Queries, { order, companyId, period, after, limit }: IndexedPage) {
  const key = `${order} ${period} ${companyId === null} ${after !== null}`
  const query = queries.get(key) ?? queryFor(order, period, companyId === null, after !== null)
  queries.set(key, query)
  return query(db, limit, companyId ?? 0, Number(after?.value ?? 0), after?.id ?? 0)
}

/** Where so many names hold the text, the index of the order is walked: it has the names, and a page is soon full. */
export const COMMON_NAMES = 2_000

/** Of accounts whose name holds `q`, in one statement. `named`: how many there are, or that there are many. */
export function pageByName(
  db: Queries,
  { q = '', ...filter }: AccountFilter,
  { order, period, after, limit, named }: Omit<IndexedPage, 'companyId'> & { named: number },
) {
  const isFew = named < COMMON_NAMES
  const condition: RawBuilder<boolean> = isFew
    ? matches(db, { q, ...filter }, 'id')
    : sql<boolean>`${matches(db, filter, 'id')} and ${contains('username_key', nameKey(q))}`
  const place = after && { value: Number(after.value), id: after.id }
  const column = COLUMN[order]
  const places = orderAccounts(db.selectFrom('accounts').where(condition), { order, after: place, limit }, isFew)
    .select(['id', `${column} as sort`])
    .as('placed')
  return db
    .selectFrom(places)
    .innerJoin('accounts', 'accounts.id', 'placed.id')
    .select(LISTED)
    .select('placed.sort')
    .$if(period !== null, (query) => query.select(`accounts.shown_${period ?? 7} as period`))
    .orderBy('placed.sort', 'desc')
    .orderBy('placed.id', 'desc')
    .execute()
}
