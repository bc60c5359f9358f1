/** What the last audit found. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Audits are run by hand, now and then. */
const FRESH_MS = 5 * 60_000

export function latestAudit() {
  return queryOptions({
    queryKey: ['audits', 'latest'],
    queryFn: ({ signal }) => call('GET /api/audits/latest', {}, { signal }),
    staleTime: FRESH_MS,
  })
}
