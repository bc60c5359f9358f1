/** The lists of accounts. The table and the sidebar share their pages. */
import type { Account } from '@tangelo/contract'
import { ACCOUNT_SORTS, type AccountSort } from '@tangelo/contract/limits'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage, type Page } from '#lib/api.ts'

const PAGE_ROWS = 100

/** Root of everything known about accounts. */
export const accountsKey = ['accounts'] as const
/** Root of the lists: sort and filter follow. */
export const listsKey = [...accountsKey, 'list'] as const

export const DEFAULT_SORT: AccountSort = ACCOUNT_SORTS[0]

/** The accounts page by page, sorted and filtered by the server; those of one company when one is named. */
export function accountPages(sort: AccountSort = DEFAULT_SORT, q = '', companyId?: number) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, { sort, q, ...(companyId === undefined ? {} : { companyId }) }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, sort, q: q || undefined, companyId, cursor: pageParam ?? undefined }
      return callPage('GET /api/accounts', { query }, { signal })
    },
    getNextPageParam: (page: Page<Account[]>) => page.nextCursor,
  })
}

/** All rows of the pages so far. A row that moved between two pages is shown once. */
export function flattenRows(pages: readonly Page<Account[]>[]): Account[] {
  const byId = new Map<number, Account>()
  for (const page of pages) for (const account of page.rows) if (!byId.has(account.id)) byId.set(account.id, account)
  return [...byId.values()]
}
