/** Every question about sessions, and ending them. */
import type { RouteReply, Session } from '@tangelo/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '#lib/api.ts'
import type { IdentityProof } from '../re-authentication/components/confirm-identity.tsx'

export type { Session }
export type AnySession = RouteReply<'GET /api/admin/sessions'>[number]

const PAGE_ROWS = 25

export function ownSessions() {
  return queryOptions({
    queryKey: ['sessions', 'own'],
    queryFn: ({ signal }) => call('GET /api/sessions', {}, { signal }),
    staleTime: 0,
  })
}

/** Ends one of one's own. */
export function useEndOwnSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ sessionId, ...body }: IdentityProof & { sessionId: string }) =>
      call('POST /api/sessions/:sessionId/end', { params: { sessionId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  })
}

/** Ends all of one's own but this one. Answers how many. */
export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: IdentityProof) => call('POST /api/sessions/end-others', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  })
}

/** All users' sessions, page by page; for administrators. */
export function allSessions(q: string) {
  return infiniteQueryOptions({
    queryKey: ['sessions', 'all', q],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        'GET /api/admin/sessions',
        { query: { limit: PAGE_ROWS, q: q || undefined, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
}

/** Ends a session of any user. */
export function useEndAnySession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call('DELETE /api/admin/sessions/:sessionId', { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
