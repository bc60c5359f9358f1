/** What planning asks for besides items: colleagues, and the accounts of a company by name. Refetched on every visit: they change elsewhere. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const ACCOUNTS_SHOWN = 20

/** Who may be given an item of a company, by name. */
export function assignees(companyId: number | undefined) {
  return queryOptions({
    queryKey: ['assignees', companyId],
    queryFn: ({ signal }) => call('GET /api/content/assignees', { query: { companyId } }, { signal }),
    staleTime: 0,
  })
}

/** The first accounts whose name holds the text. */
export function accountsNamed(q: string, companyId: number | undefined) {
  return queryOptions({
    queryKey: ['accounts-named', companyId, q],
    queryFn: ({ signal }) =>
      call('GET /api/accounts', { query: { q: q || undefined, companyId, limit: ACCOUNTS_SHOWN } }, { signal }),
    staleTime: 0,
  })
}

/** An account. */
export function accountNamed(accountId: number) {
  return queryOptions({
    queryKey: ['account-named', accountId],
    queryFn: async ({ signal }) => {
      const { account } = await call('GET /api/accounts/:accountId', { params: { accountId } }, { signal })
      return account
    },
    staleTime: 0,
  })
}
