/** How many alerts are new, and that something changed: what the frame of every page needs, and no more. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const alertsKey = ['alerts'] as const
const EVERY_MS = 120_000

/** With what needs attention: what is put off in one place is put off in the other. */
export const refreshAlerts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [root] }) => root === 'alerts' || root === 'attention' })

export function unreadAlerts() {
  return queryOptions({
    queryKey: [...alertsKey, 'unread'],
    queryFn: ({ signal }) => call('GET /api/alerts/unread', {}, { signal }),
    refetchInterval: EVERY_MS,
  })
}
