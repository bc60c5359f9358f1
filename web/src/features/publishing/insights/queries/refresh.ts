/** What insights are kept under, and how they are asked for again. Alone, because every page follows events. */
import type { QueryClient } from '@tanstack/react-query'

export const insightsKey = ['insights'] as const

export const refreshInsights = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: insightsKey })
