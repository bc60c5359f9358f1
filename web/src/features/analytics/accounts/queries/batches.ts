/** Many accounts moved or deleted at once, and what refers to them before. */
import type { RouteInput } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { accountDetail, refreshAccounts } from './account.ts'

/** By company. Not below the root of the accounts: a refetch of all lists would ask for accounts that were just deleted. */
export function accountUses(accountIds: readonly number[]) {
  const ids = accountIds.join()
  return queryOptions({
    queryKey: ['account-uses', ids],
    queryFn: ({ signal }) => call('GET /api/accounts/uses', { query: { accountIds: ids } }, { signal }),
    gcTime: 0,
  })
}

/** An answer that was lost may have moved some: the lists are read again either way. */
export function useMoveAccounts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'PUT /api/accounts/company'>['body']) => call('PUT /api/accounts/company', { body }),
    onSettled: () => refreshAccounts(client),
  })
}

/** As `useMoveAccounts`. */
export function useDeleteAccounts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<'POST /api/accounts/delete'>['body']) => call('POST /api/accounts/delete', { body }),
    onSuccess: ({ done }) => {
      for (const id of done) client.removeQueries({ queryKey: accountDetail(id).queryKey, type: 'inactive' })
    },
    onSettled: () => refreshAccounts(client),
  })
}
