/** Every question about readings of accounts over the network, and the one change: asking for one now. */
import type { RouteInput, RouteReply } from '@tangelo/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'

const PAGE_ROWS = 50

const refreshesKey = ['refreshes'] as const

/** Root of what is kept about single accounts: the account's id follows. */
export const refreshStatesKey = [...refreshesKey, 'one'] as const

export type RefreshState = RouteReply<'GET /api/accounts/:accountId/refresh'>
export type SavedIntervals = RouteReply<'PUT /api/accounts/refresh-interval'>
export type FailingAccount = RouteReply<'GET /api/refreshes/failing'>[number]

/** How the last reading of an account went, whether one is under way, and when the next is due. */
export function refreshState(accountId: number) {
  return queryOptions({
    queryKey: [...refreshStatesKey, accountId],
    queryFn: ({ signal }) => call('GET /api/accounts/:accountId/refresh', { params: { accountId } }, { signal }),
  })
}

/** The accounts whose last reading failed, page by page. */
export function failingAccounts() {
  return infiniteQueryOptions({
    queryKey: [...refreshesKey, 'failing'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/refreshes/failing', { query }, { signal })
    },
    getNextPageParam: (page: Page<FailingAccount[]>) => page.nextCursor,
  })
}

/** Queues a refresh of an account; the response says that it waits. */
export function useStartRefresh(accountId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/accounts/:accountId/refresh', { params: { accountId } }),
    // An older answer still on its way would say that nothing is under way.
    onMutate: () => client.cancelQueries({ queryKey: refreshState(accountId).queryKey }),
    onSuccess: (state) => client.setQueryData(refreshState(accountId).queryKey, state),
  })
}

/** Queues refreshes of several accounts; those read within a day, or without a source, are named in the answer. */
export function useRefreshAccounts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accountIds: number[]) => call('POST /api/accounts/refresh', { body: { accountIds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: refreshStatesKey }),
  })
}

/** Chooses how often accounts are read; lists and states of all of them are asked for again. */
export function useChooseInterval() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'PUT /api/accounts/refresh-interval'>['body']) =>
      call('PUT /api/accounts/refresh-interval', { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: refreshStatesKey })
      await client.invalidateQueries({ queryKey: ['accounts'] })
      await client.invalidateQueries({ queryKey: ['connections'] })
    },
  })
}
