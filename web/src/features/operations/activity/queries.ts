/** Every question about work that runs, waits or has failed, and the changes to it. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { demoKey } from '../demo/queries.ts'

export type Work = RouteReply<'GET /api/activity'>[number]
export type LiveEvent = RouteReply<'GET /api/events'>

/** Progress is asked for, because no event tells it; and what begins by the clock is seen at the next look. */
const BUSY_EVERY_MS = 5_000
const IDLE_EVERY_MS = 60_000

/** The work that runs, waits, or failed in the last day. */
export function activityList() {
  return queryOptions({
    queryKey: ['activity'],
    queryFn: ({ signal }) => call('GET /api/activity', {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((work) => work.state !== 'failed') ? BUSY_EVERY_MS : IDLE_EVERY_MS,
  })
}

export function useRetryWork() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (workId: string) => call('POST /api/activity/:workId/retry', { params: { workId } }),
    // It may be the work that fills the demo workspace, which is not polled once it has failed.
    onSettled: () =>
      Promise.all([activityList().queryKey, demoKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export function useCancelWork() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (workId: string) => call('POST /api/activity/:workId/cancel', { params: { workId } }),
    onSettled: () => client.invalidateQueries({ queryKey: activityList().queryKey }),
  })
}
