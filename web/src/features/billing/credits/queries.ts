/** Every question about credits. */
import type { Credits } from '@tangelo/contract'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { DEFAULT_CREDITS } from './rules.ts'

const creditsKey = ['credits'] as const

/** What a company has left; not fetched without a company. */
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

const keys = idempotencyKeys()

/** For administrators. Pressed twice, or tried again after the connection broke, it gives once. Answers what is there now. */
export function useGiveCredits(companyId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { credits: number; reason: string }) => {
      const intention = `${companyId}\n${body.credits}\n${body.reason}`
      const idempotencyKey = keys.keyOf(intention)
      const given = await call(
        'POST /api/companies/:companyId/credits',
        { params: { companyId }, body },
        { idempotencyKey },
      )
      keys.forget(intention)
      return given
    },
    onSettled: () => refreshCredits(client),
  })
}
