/** All queries about where figures come from. Fetched on demand, never before. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Root of what is kept: the account's id follows. */
export const provenancesKey = ['provenance'] as const

export type Provenance = RouteReply<'GET /api/accounts/:accountId/metrics/provenance'>

/** What the latest figures of an account were made from. Shown from memory at once, and asked again each time. */
export function provenanceOf(accountId: number) {
  return queryOptions({
    queryKey: [...provenancesKey, accountId],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/metrics/provenance', { params: { accountId } }, { signal }),
    staleTime: 0,
  })
}

/** The source's answer as it came, for administrators. `rawHash` names it: another one is another question. */
export function rawAnswer(accountId: number, rawHash: string | null) {
  return queryOptions({
    queryKey: [...provenancesKey, accountId, 'raw', rawHash],
    queryFn: ({ signal }) => call('GET /api/accounts/:accountId/metrics/raw', { params: { accountId } }, { signal }),
  })
}
