/** The question which backups there are, and the one change: making one. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type Backups = RouteReply<'GET /api/system/backups'>

/** While one is made, one looks on. */
const LOOK_EVERY_MS = 1_000

/** The latest first, and how far one is that is being made. */
export function backupList() {
  return queryOptions({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call('GET /api/system/backups', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.making == null ? false : LOOK_EVERY_MS),
  })
}

/** Begins one in the background; the answer says how far it is. */
export function useMakeBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/system/backups'),
    onSuccess: (backups) => client.setQueryData(backupList().queryKey, backups),
  })
}
