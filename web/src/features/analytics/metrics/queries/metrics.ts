/** Every question about figures. The one change is in a file of its own, which the dashboard does not load. */
import type { AccountCategory, Period, Source } from '@tangelo/contract/limits'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Root key of all figures: a change of accounts makes it stale. */
export const metricsKey = ['metrics'] as const
/** Root of the histories: the account's id follows. */
export const historiesKey = [...metricsKey, 'history'] as const

/** Root of the sums: what they are of follows. */
export const sumsKey = [...metricsKey, 'global'] as const

/** Root of the peers: figures that change, and accounts that come, go or are another kind, make them stale. */
export const peersKey = [...metricsKey, 'peers'] as const

export interface SumsOf {
  readonly period: Period
  readonly companyId?: number | undefined
  readonly category?: AccountCategory | undefined
  readonly tag?: string | undefined
  readonly source?: Source | undefined
}

/** The sums over the accounts that the viewer may see, or some of them, and those of a period. */
export function globalMetrics({ period, companyId, category, tag, source }: SumsOf) {
  const some = { companyId, category, tag, source }
  return queryOptions({
    queryKey: [...sumsKey, { period, ...some }],
    queryFn: ({ signal }) => {
      const query = {
        ...some,
        period: `${period}` as const,
        companyId: companyId === undefined ? undefined : String(companyId),
      }
      return call('GET /api/metrics/global', { query }, { signal })
    },
  })
}

/** The sums of each client, by name. For administrators. Refetched on every visit: clients are made and renamed elsewhere. */
export function clientTotals(period: Period) {
  return queryOptions({
    // Among the sums: what makes those stale makes these stale.
    queryKey: [...sumsKey, 'clients', period],
    queryFn: ({ signal }) => call('GET /api/metrics/clients', { query: { period: `${period}` as const } }, { signal }),
    staleTime: 0,
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

/** The same, with the last known days before, which the changes of these days are counted from. */
export function metricHistoryWithBefore(accountId: number, from: string, to: string) {
  return queryOptions({
    queryKey: [...historiesKey, accountId, from, to, 'with before'],
    queryFn: ({ signal }) => {
      const query = { from, to, withBefore: 'true' } as const
      return call('GET /api/accounts/:accountId/metrics/history', { params: { accountId }, query }, { signal })
    },
  })
}
