/** The lists of accounts. The table and the sidebar share their pages. */
import type { ListedAccount } from '@tangelo/contract'
import {
  ACCOUNT_SORTS,
  type AccountCategory,
  type AccountOrder,
  type Period,
  type Source,
} from '@tangelo/contract/limits'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'

const PAGE_ROWS = 100
export const DEFAULT_ORDER: AccountOrder = ACCOUNT_SORTS[0]

/** Root of everything known about accounts. */
export const accountsKey = ['accounts'] as const
/** Root of the lists: sort and filter follow. */
export const listsKey = [...accountsKey, 'list'] as const

export interface AccountQuestion {
  readonly sort?: AccountOrder
  readonly q?: string | undefined
  readonly companyId?: number | undefined
  /** Figures of this period come with the rows. */
  readonly period?: Period
  readonly category?: AccountCategory | undefined
  readonly tag?: string | undefined
  readonly source?: Source | undefined
}

/** The accounts page by page, sorted and filtered by the server. */
export function accountPages({ sort = DEFAULT_ORDER, period, companyId, ...rest }: AccountQuestion = {}) {
  const given = Object.entries({ period, companyId, ...rest }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const { q, category, tag, source } = rest
  return infiniteQueryOptions({
    queryKey: [...listsKey, { sort, ...Object.fromEntries(given) }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_ROWS,
        sort,
        q: q || undefined,
        period: period && (`${period}` as const),
        companyId: companyId === undefined ? undefined : String(companyId),
        category,
        tag,
        source,
        cursor: pageParam ?? undefined,
      }
      return callPage('GET /api/accounts', { query }, { signal })
    },
    getNextPageParam: (page: Page<ListedAccount[]>) => page.nextCursor,
  })
}

/** The first rows of a list as they are now, at most `most` of them, and whether there are more. Pages that are loaded stay loaded. */
export async function fetchFirstRows(
  cache: QueryClient,
  question: AccountQuestion,
  most: number,
): Promise<{ rows: ListedAccount[]; hasMore: boolean }> {
  const options = accountPages(question)
  const loaded = cache.getQueryData(options.queryKey)?.pages.length ?? 0
  const wanted = Math.max(loaded, Math.ceil(most / PAGE_ROWS))
  const ask = async () => (await cache.fetchInfiniteQuery({ ...options, pages: wanted, staleTime: 0 })).pages
  const first = await ask()
  // What was being read already answers this call, too, and may have asked for fewer pages.
  const pages = first.length < wanted && first.at(-1)?.nextCursor ? await ask() : first
  const all = flattenRows(pages)
  return { rows: all.slice(0, most), hasMore: all.length > most || Boolean(pages.at(-1)?.nextCursor) }
}

/** The tags of accounts, by name; those of one client when one is named. */
export function accountTags(companyId?: number) {
  return queryOptions({
    queryKey: [...accountsKey, 'tags', companyId ?? null],
    queryFn: ({ signal }) =>
      call(
        'GET /api/account-tags',
        { query: { companyId: companyId === undefined ? undefined : String(companyId) } },
        { signal },
      ),
  })
}

/** All rows of the pages so far. A row that moved between two pages is shown once. */
export function flattenRows(pages: readonly Page<ListedAccount[]>[]): ListedAccount[] {
  const byId = new Map<number, ListedAccount>()
  for (const page of pages) for (const account of page.rows) if (!byId.has(account.id)) byId.set(account.id, account)
  return [...byId.values()]
}
