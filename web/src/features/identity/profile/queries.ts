import type { RouteReply } from '@tangelo/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type Profile = RouteReply<'GET /api/auth/profile'>

/** The viewer's own user. Refetched on every visit: an administrator may have changed it. */
export function ownProfile() {
  return queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => call('GET /api/auth/profile', {}, { signal }),
    staleTime: 0,
  })
}
