/** How much content there is, and how old the copy of it is. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { PlanningFilter } from '../rules/planning.ts'

const COUNTS_EVERY_MS = 600_000 // spec §9: all posts 10 minutes

/** Root of everything known about content. */
export const contentKey = ['content'] as const
/** Root of the time zones of companies. Not below the content: no change of an item moves a company. */
export const companyCalendarsKey = ['company-calendar'] as const

export function contentCounts({ companyId, accountId, assigneeId }: PlanningFilter = {}) {
  const query = { companyId, accountId, assigneeId }
  return queryOptions({
    queryKey: [...contentKey, 'counts', query],
    queryFn: ({ signal }) => call('GET /api/content/counts', { query }, { signal }),
    refetchInterval: COUNTS_EVERY_MS,
  })
}

/** How the items are synced with an external table, and how old the copy is. */
export function contentSync() {
  return queryOptions({
    queryKey: [...contentKey, 'sync'],
    queryFn: ({ signal }) => call('GET /api/content/sync', {}, { signal }),
  })
}
