/** Every question about the queue as a whole, and the one change: trying again what failed for good. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type QueuedKind = RouteReply<'GET /api/system/queue'>[number]
export type DeadLetter = RouteReply<'GET /api/system/dead-letters'>[number]

const queueKey = ['work-queue'] as const
/** What waits and runs changes by itself while one looks. */
const LOOK_EVERY_MS = 5_000

/** How much of each kind waits, runs and has failed for good. */
export function queuedKinds() {
  return queryOptions({
    queryKey: [...queueKey, 'kinds'],
    queryFn: ({ signal }) => call('GET /api/system/queue', {}, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** What failed for good, the latest first. */
export function deadLetters() {
  return queryOptions({
    queryKey: [...queueKey, 'dead-letters'],
    queryFn: ({ signal }) => call('GET /api/system/dead-letters', {}, { signal }),
    staleTime: 0,
  })
}

/** From its first try. It leaves the list at once, and comes back when it cannot be tried or fails again. */
export function useRetryDeadLetter() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (workId: string) => call('POST /api/system/dead-letters/:workId/retry', { params: { workId } }),
    onSuccess: (_, workId) =>
      client.setQueryData(deadLetters().queryKey, (known) => known?.filter(({ id }) => id !== workId)),
    onSettled: () => client.invalidateQueries({ queryKey: queueKey }),
  })
}
