/** What refers to accounts, read before they are moved or deleted. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** By company. Not below the root of the accounts: when these are gone nobody is to ask for it again. */
export function accountUses(accountIds: readonly number[]) {
  const ids = accountIds.join()
  return queryOptions({
    queryKey: ['account-uses', ids],
    queryFn: ({ signal }) => call('GET /api/accounts/uses', { query: { accountIds: ids } }, { signal }),
    gcTime: 0,
  })
}
