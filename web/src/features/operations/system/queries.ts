/** The one question about the installation itself. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type SystemReport = RouteReply<'GET /api/system'>

/** Versions, the store and the disk. Refetched on every visit. */
export function systemReport() {
  return queryOptions({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('GET /api/system', {}, { signal }),
    staleTime: 0,
  })
}
