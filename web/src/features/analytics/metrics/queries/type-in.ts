import type { RouteInput } from '@tangelo/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { metricsKey } from './metrics.ts'

type TypedBody = RouteInput<'POST /api/accounts/:accountId/metrics'>['body']

/** Keeps figures read by a person. The caller refreshes what shows the account itself. */
export function useTypeInFigures(accountId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TypedBody) => call('POST /api/accounts/:accountId/metrics', { params: { accountId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: metricsKey }),
  })
}
