/** Every question about figures, and the one change: figures typed in by hand. */
import type { RouteInput } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Root key of all figures: a change of accounts makes it stale. */
export const metricsKey = ['metrics'] as const
/** Root of the histories: the account's id follows. */
export const historiesKey = [...metricsKey, 'history'] as const

/** The sums over all accounts the viewer may see. */
export function globalMetrics() {
  return queryOptions({
    queryKey: [...metricsKey, 'global'],
    queryFn: ({ signal }) => call('GET /api/metrics/global', {}, { signal }),
  })
}

/** One entry per day with data between two days, both included, oldest first. */
export function metricHistory(accountId: number, from: string, to: string) {
  return queryOptions({
    queryKey: [...historiesKey, accountId, from, to],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/metrics/history', { params: { accountId }, query: { from, to } }, { signal }),
  })
}

type TypedBody = RouteInput<'POST /api/accounts/:accountId/metrics'>['body']

/** Keeps figures read by a person. The caller refreshes what shows the account itself. */
export function useTypeInFigures(accountId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TypedBody) => call('POST /api/accounts/:accountId/metrics', { params: { accountId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: metricsKey }),
  })
}
