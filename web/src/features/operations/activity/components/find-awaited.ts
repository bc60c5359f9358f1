import type { QueryClient } from '@tanstack/react-query'
import { isUnderWay, type RefreshState, refreshStatesKey } from '#features/analytics/index.ts'

/** The accounts on the screen of which a reading waits or runs. */
export function findAwaited(client: QueryClient): number[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: refreshStatesKey, type: 'active' })
    .flatMap(({ queryKey, state }) => {
      const id = queryKey[refreshStatesKey.length]
      return typeof id === 'number' && isUnderWay(state.data as RefreshState | undefined) ? [id] : []
    })
}
