/** Every question about tracked accounts and every change to them. The table and the sidebar share their pages. */
import type { Account, RouteInput } from '@tangelo/contract'
import { ACCOUNT_SORTS, type AccountSort } from '@tangelo/contract/limits'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { globalMetrics, metricsKey } from '../metrics/queries.ts'

const PAGE_ROWS = 100
/** A change asks again for at most so many pages of a list; further ones come as they are scrolled to. */
const PAGES_KEPT = 3

const accountsKey = ['accounts'] as const
const listsKey = [...accountsKey, 'list'] as const
/** Root of what is kept about single accounts: the account's id follows. */
export const accountDetailsKey = [...accountsKey, 'one'] as const

export const DEFAULT_SORT: AccountSort = ACCOUNT_SORTS[0]

type Pages = InfiniteData<Page<Account[]>, string | null>

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

/** One account, its latest figures and its latest posts. */
export function accountDetail(accountId: number) {
  return queryOptions({
    queryKey: [...accountDetailsKey, accountId],
    queryFn: ({ signal }) => call('GET /api/accounts/:accountId', { params: { accountId } }, { signal }),
  })
}

/** Lists are refetched where that is cheap: a user who has scrolled far keeps the current rows. */
export async function refreshAccountLists(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: listsKey, predicate: ({ state }) => isShort(state.data) })
}

/** Whether a list is being fetched. */
export function areListsLoading(client: QueryClient): boolean {
  return client.isFetching({ queryKey: listsKey }) > 0
}

/** After a change of many accounts or figures: refetches everything that shows them. */
export async function refreshAccounts(client: QueryClient): Promise<void> {
  client.setQueriesData<Pages>({ queryKey: listsKey }, (data) => data && firstPages(data))
  await Promise.all([
    client.invalidateQueries({ queryKey: accountsKey }),
    client.invalidateQueries({ queryKey: metricsKey }),
  ])
}

function firstPages({ pages, pageParams }: Pages): Pages {
  return { pages: pages.slice(0, PAGES_KEPT), pageParams: pageParams.slice(0, PAGES_KEPT) }
}

function changeRows(client: QueryClient, change: (rows: Account[]) => Account[], totalBy = 0): void {
  client.setQueriesData<Pages>({ queryKey: listsKey }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) => ({
      ...page,
      rows: change(page.rows),
      total: page.total === null ? null : page.total + totalBy,
    }))
    return { ...data, pages }
  })
}

/** spec §4: success refreshes the accounts and the global metrics. */
export function useAddAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'POST /api/accounts'>['body']) => call('POST /api/accounts', { body }),
    onSuccess: () => {
      void refreshAccounts(client)
    },
  })
}

export function useUpdateAccount(accountId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'PUT /api/accounts/:accountId'>['body']) =>
      call('PUT /api/accounts/:accountId', { params: { accountId }, body }),
    onSuccess: (account, { companyId }) => {
      changeRows(client, (rows) => rows.map((row) => (row.id === account.id ? account : row)))
      // Lists of one company gain or lose it.
      if (companyId !== undefined) void refreshAccountLists(client)
      client.setQueryData(accountDetail(accountId).queryKey, (detail) => detail && { ...detail, account })
    },
  })
}

/** The row leaves every list at once; the lists are then refetched, unless the user has scrolled far into them. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accountId: number) => call('DELETE /api/accounts/:accountId', { params: { accountId } }),
    onSuccess: (_, accountId) => {
      changeRows(client, (rows) => rows.filter((row) => row.id !== accountId), -1)
      client.removeQueries({ queryKey: accountDetail(accountId).queryKey, type: 'inactive' })
      void client.invalidateQueries({ queryKey: globalMetrics().queryKey })
      void refreshAccountLists(client)
    },
  })
}

function isShort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length <= PAGES_KEPT
    : true
}
