/** Every question about renders, and calling one off. */
import type { RenderResult } from '@tangelo/contract'
import { isRenderId, unknownRender } from '@tangelo/contract/render-id'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { getPollDelayMs, isEnded } from './rules/status.ts'

const KEPT_MS = 300_000 // spec §9: render status cached 5 minutes

const rendersKey = ['renders'] as const

/** How a render goes. Asked again now and then until it has ended; live events ask in between. */
export function renderStatus(renderId: string) {
  return queryOptions({
    queryKey: [...rendersKey, renderId],
    queryFn: async ({ signal }): Promise<RenderResult> => {
      if (!isRenderId(renderId)) return unknownRender(renderId)
      const { result } = await call('GET /api/airtable/reel-status/:renderId', { params: { renderId } }, { signal })
      return result
    },
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchInterval: ({ state }) => getPollDelayMs(state.data?.status),
  })
}

/** Gives the credit back. A render that has ended stays as it ended: the response says how. */
export function useCancelRender() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (renderId: string): Promise<RenderResult> => {
      const { result } = await call('POST /api/renders/:renderId/cancel', { params: { renderId } })
      return result
    },
    onSuccess: (result) => client.setQueryData(renderStatus(result.id).queryKey, result),
  })
}

/** Renders that have not ended are asked about again. */
export async function refreshRenders(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    queryKey: rendersKey,
    predicate: ({ state }) => {
      const known = state.data as RenderResult | undefined
      return known === undefined || !isEnded(known.status)
    },
  })
}

/** Whether a render is being asked about just now. */
export function areRendersLoading(client: QueryClient): boolean {
  return client.isFetching({ queryKey: rendersKey }) > 0
}
