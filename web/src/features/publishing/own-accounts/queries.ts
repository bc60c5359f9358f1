/** Every question about connected accounts, and every change to them. */
import type { RouteInput } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type { OfferedLogin, OwnAccount, OwnAccounts } from '@tangelo/contract'
export type { OwnPermission, PublishingLoginName } from '@tangelo/contract/limits'

const ownKey = ['own-accounts'] as const

/** One account: how it is connected, the ways to connect it, and how the last sign-in went. */
export function ownAccount(accountId: number) {
  return queryOptions({
    queryKey: [...ownKey, accountId],
    queryFn: ({ signal }) => call('GET /api/own-accounts', { query: { accountId } }, { signal }),
    staleTime: 30_000,
  })
}

/** Every connected account that the user sees, or those of a company. */
export function ownAccountList(companyId?: number) {
  return queryOptions({
    queryKey: [...ownKey, 'all', companyId],
    queryFn: ({ signal }) => call('GET /api/own-accounts', { query: { companyId } }, { signal }),
    staleTime: 30_000,
  })
}

/** Goes to the service's page; each address is good for one use. */
export function useBeginSignIn() {
  return useMutation({
    mutationFn: (query: RouteInput<'GET /api/instagram/auth'>['query']) =>
      call('GET /api/instagram/auth', { query: query ?? {} }),
    gcTime: 0,
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

export function useCheckAccess() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accountId: number) => call('POST /api/own-accounts/:accountId/check', { params: { accountId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownKey }),
  })
}

/** Answers where a person removes the application at the service. */
export function useDisconnect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accountId: number) => call('DELETE /api/own-accounts/:accountId', { params: { accountId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownKey }),
  })
}
