/** Every question about API tokens and every change to them; and the calls that people try out. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { tryCall } from '#lib/api-trial.ts'

export type ApiToken = RouteReply<'GET /api/auth/tokens'>[number]

const OWNERS_SHOWN = 8

const tokensKey = ['api-tokens'] as const

/** The own tokens, or for administrators those of a user. Refetched on every visit: a program may have used one. */
export function tokenList(username: string | undefined) {
  return queryOptions({
    queryKey: [...tokensKey, 'list', username ?? null],
    queryFn: ({ signal }) => call('GET /api/auth/tokens', { query: { username } }, { signal }),
    staleTime: 0,
  })
}

/** Users whose name holds these letters; for administrators. */
export function ownerChoices(q: string) {
  return queryOptions({
    queryKey: [...tokensKey, 'owners', q],
    queryFn: ({ signal }) => call('GET /api/users', { query: { q: q || undefined, limit: OWNERS_SHOWN } }, { signal }),
    staleTime: 0,
  })
}

/** An account whose id can stand in a call that is tried out. */
export function firstAccount() {
  return queryOptions({
    queryKey: [...tokensKey, 'first account'],
    queryFn: async ({ signal }) => (await call('GET /api/accounts', { query: { limit: 1 } }, { signal }))[0] ?? null,
  })
}

/** Without an id the viewer owns it: then the body is empty but for a name (spec §6). */
export function useGenerateToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly userId: number | undefined; readonly name: string | undefined }) =>
      call('POST /api/auth/generate-api-token', { body }),
    // The answer holds the token itself: it is kept by the dialog that shows it, and by nothing else.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

export function useDeleteToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => call('DELETE /api/auth/tokens/:tokenId', { params: { tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

export function useDeleteAllTokens() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/auth/tokens'),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

/** Every response is a result; only a missing response is a failure. */
export function useTryCall() {
  return useMutation({
    mutationFn: ({ path, token }: { path: string; token: string }) => tryCall(path, token),
    gcTime: 0,
  })
}
