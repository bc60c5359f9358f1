/** The question which drills there were, and the one change: running one. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type Drills = RouteReply<'GET /api/system/backup-drills'>

const LOOK_EVERY_MS = 1_000

/** The latest first, and how far one is that is running here. */
export function drillList() {
  return queryOptions({
    queryKey: ['backup-drills'],
    queryFn: ({ signal }) => call('GET /api/system/backup-drills', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.drills[0]?.state === 'running' ? LOOK_EVERY_MS : false),
  })
}

/** Begins one in the background; the answer says how things are. */
export function useRunDrill() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/system/backup-drills'),
    onSuccess: (drills) => client.setQueryData(drillList().queryKey, drills),
  })
}
