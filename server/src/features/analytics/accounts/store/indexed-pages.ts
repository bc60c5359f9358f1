/** Pages of all accounts, or of one company, without a filter: prepared, read in the order of an index, and remembered. */
import type { AccountSort, Period } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import { prepared } from '#platform/database/prepared.ts'

export interface ListedRow {
  id: number
  shown: string | null
  captured_at: number | null
  /** Undefined where no period was asked for. */
  period?: string | null | undefined
}

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

const pageOf = (
  db: Queries,
  {
    order,
    companyId,
    period,
    after,
    limit,
  }: Omit<IndexedPage, 'after'> & { after: { value: number; id: number } | null },
) => {
  const column = COLUMN[order]
  const page = inCompany(db, companyId)
    .select(['id', 'shown', 'captured_at', `${column} as sort`])
    .$if(period !== null, (query) => query.select(`shown_${period ?? 7} as period`))
    .orderBy(column, 'desc')
    .limit(limit)
  const ordered = column === 'id' ? page : page.orderBy('id', 'desc')
  if (!after) return ordered
  if (column === 'id') return ordered.where('id', '<', after.id)
  return ordered.where((row) =>
    row.and([row(column, '<=', after.value), row.or([row(column, '<', after.value), row('id', '<', after.id)])]),
  )
}

/** Of each query. A page of two hundred rows is some 100 kB, with a period twice that: all together stay below 20 MB. */
const PAGES_REMEMBERED = { plain: 12, ofPeriod: 1 }

const queryFor = (order: AccountSort, period: Period | null, isAll: boolean, isLater: boolean) =>
  prepared(
    (db, limit: number, companyId: number, value: number, id: number) =>
      pageOf(db, { order, period, companyId: isAll ? null : companyId, after: isLater ? { value, id } : null, limit }),
    { remembered: period === null ? PAGES_REMEMBERED.plain : PAGES_REMEMBERED.ofPeriod },
  )

const queries = new Map<string, ReturnType<typeof queryFor>>()

export function indexedPage(db: Queries, { order, companyId, period, after, limit }: IndexedPage) {
  const key = `${order} ${period} ${companyId === null} ${after !== null}`
  const query = queries.get(key) ?? queryFor(order, period, companyId === null, after !== null)
  queries.set(key, query)
  return query(db, limit, companyId ?? 0, Number(after?.value ?? 0), after?.id ?? 0)
}

const countOf = (db: Queries, companyId: number | null) =>
  inCompany(db, companyId).select((row) => row.fn.countAll<number>().as('count'))
const countOfAll = prepared((db) => countOf(db, null), { remembered: 1 })
const countOfOne = prepared((db, companyId: number) => countOf(db, companyId), { remembered: 100 })

export async function countIndexed(db: Queries, companyId: number | null): Promise<number> {
  const [row] = await (companyId === null ? countOfAll(db) : countOfOne(db, companyId))
  return Number(row?.count)
}
