/** One account, and every change to accounts. */
import type { ListedAccount, RouteInput } from '@tangelo/contract'
import { type InfiniteData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Page } from '#lib/api.ts'
import { metricsKey, peersKey, sumsKey } from '../../metrics/queries/metrics.ts'
import { accountsKey, listsKey } from './lists.ts'

/** A change asks again for at most so many pages of a list; further ones come as they are scrolled to. */
const PAGES_KEPT = 3

/** Root of what is kept about single accounts: the account's id follows. */
export const accountDetailsKey = [...accountsKey, 'one'] as const

const PARTS = ['groups', 'tags'] as const

type Pages = InfiniteData<Page<ListedAccount[]>, string | null>

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

function changeRows(client: QueryClient, change: (rows: ListedAccount[]) => ListedAccount[], totalBy = 0): void {
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

/** Adds tags to accounts and removes others. */
export function useTagAccounts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'PUT /api/account-tags'>['body']) => call('PUT /api/account-tags', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsKey }),
  })
}

export function useUpdateAccount(accountId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'PUT /api/accounts/:accountId'>['body']) =>
      call('PUT /api/accounts/:accountId', { params: { accountId }, body }),
    onSuccess: (account, { companyId, category, username }) => {
      changeRows(client, (rows) => rows.map((row) => (row.id === account.id ? { ...row, ...account } : row)))
      // Lists and peers of one company, category or name, and sums of one company or category, gain or lose it.
      if (companyId !== undefined || category !== undefined || username !== undefined) {
        void refreshAccountLists(client)
        void client.invalidateQueries({ queryKey: peersKey })
      }
      if (companyId !== undefined) refreshParts(client)
      if (companyId !== undefined || category !== undefined) void client.invalidateQueries({ queryKey: sumsKey })
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
      void client.invalidateQueries({ queryKey: sumsKey })
      void client.invalidateQueries({ queryKey: peersKey })
      void refreshAccountLists(client)
      refreshParts(client)
    },
  })
}

/** Groups and tags, which an account leaves with its company. */
function refreshParts(client: QueryClient): void {
  for (const part of PARTS) void client.invalidateQueries({ queryKey: [...accountsKey, part] })
}

function isShort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length <= PAGES_KEPT
    : true
}
