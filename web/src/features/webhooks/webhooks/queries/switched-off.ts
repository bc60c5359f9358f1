/** The question that every page asks about webhooks. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const webhooksKey = ['webhooks'] as const
const FRESH_MS = 5 * 60_000

export const refreshWebhooks = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: webhooksKey })

/** Those that were switched off: the viewer's own, or all for administrators. */
export function switchedOffWebhooks() {
  return queryOptions({
    queryKey: [...webhooksKey, 'off'],
    queryFn: ({ signal }) => call('GET /api/webhooks', { query: { state: 'off' } }, { signal }),
    staleTime: FRESH_MS,
  })
}
