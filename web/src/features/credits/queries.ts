/** Every question about credits. */
import type { Credits } from '@tangelo/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { DEFAULT_CREDITS } from './rules.ts'

const creditsKey = ['credits'] as const

/** What a company has left; nothing is asked without a company. */
export function companyCredits(companyId: number | null) {
  return queryOptions({
    queryKey: [...creditsKey, companyId],
    queryFn: ({ signal }) =>
      call('GET /api/companies/:companyId/credits', { params: { companyId: companyId ?? '' } }, { signal }),
    enabled: companyId !== null,
  })
}

/** As far as they are known: the defaults until then, and where they could not be loaded (spec §9). */
export function useCredits(companyId: number | null): Credits {
  const { data } = useQuery(companyCredits(companyId))
  return data ?? DEFAULT_CREDITS
}

export async function refreshCredits(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: creditsKey })
}
