import type { RouteInput } from '@tangelo/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

type TypedBody = RouteInput<'POST /api/accounts/:accountId/metrics'>['body']

/** Keeps figures read by a person. The caller refreshes what shows accounts and figures. */
export function useTypeInFigures(accountId: number) {
  return useMutation({
    mutationFn: (body: TypedBody) => call('POST /api/accounts/:accountId/metrics', { params: { accountId }, body }),
  })
}
