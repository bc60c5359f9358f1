/** The list of companies as the admin panel shows it, with how much belongs to each, in one query per page. */
import type { CompanySort } from '@tangelo/contract/limits'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'

interface CompaniesQuery {
  q?: string | undefined
  ids?: readonly number[] | undefined
}

/** Where a page goes on: after the row that these name. */
interface Place {
  name: string
  id: number
}

const selectWithCounts = (db: Queries) =>
  db
    .selectFrom('companies')
    .selectAll()
    .select((row) =>
      (['users', 'accounts'] as const).map((table) =>
        row
          .selectFrom(table)
          .whereRef(`${table}.company_id`, '=', 'companies.id')
          .select((inside) => inside.fn.countAll<number>().as('count'))
          .as(table),
      ),
    )

function pageOf(query: ReturnType<typeof selectWithCounts>, sort: CompanySort, after: Place | null, limit: number) {
  const page = query.limit(limit)
  if (sort === 'recent') {
    const ordered = page.orderBy('companies.id', 'desc')
    return after ? ordered.where('companies.id', '<', after.id) : ordered
  }
  const ordered = page.orderBy('name_key')
  return after ? ordered.where('name_key', '>', after.name) : ordered
}

const REMEMBERED = { remembered: 16 }

const pages = {
  first: bySort((sort) =>
    prepareQuery((db, limit: number) => pageOf(selectWithCounts(db), sort, null, limit), REMEMBERED),
  ),
  later: bySort((sort) =>
    prepareQuery(
      (db, limit: number, name: string, id: number) => pageOf(selectWithCounts(db), sort, { name, id }, limit),
      REMEMBERED,
    ),
  ),
}

/** By name, or the newest first; rows after the one named. */
export function companyPage(
  db: Queries,
  { q, ids, sort, after, limit }: CompaniesQuery & { sort: CompanySort; after: Place | null; limit: number },
) {
  if (q || ids) {
    const found = selectWithCounts(db)
      .$if(Boolean(q), (query) => query.where(contains('name_key', q?.toLowerCase() ?? '')))
      .$if(ids !== undefined, (query) => query.where('companies.id', 'in', ids ?? []))
    return pageOf(found, sort, after, limit).execute()
  }
  return after ? pages.later[sort](db, limit, after.name, after.id) : pages.first[sort](db, limit)
}

const countOf = (db: Queries) => db.selectFrom('companies').select((select) => select.fn.countAll<number>().as('count'))
const countOfAll = prepareQuery((db) => countOf(db), { remembered: 1 })

/** How many companies the whole list has. */
export async function countCompanies(db: Queries, { q, ids }: CompaniesQuery): Promise<number> {
  const [row] =
    q || ids
      ? await countOf(db)
          .$if(Boolean(q), (query) => query.where(contains('name_key', q?.toLowerCase() ?? '')))
          .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
          .execute()
      : await countOfAll(db)
  return Number(row?.count)
}

/** Each order is a query of its own. */
function bySort<Query>(make: (sort: CompanySort) => Query): Record<CompanySort, Query> {
  return { name: make('name'), recent: make('recent') }
}
