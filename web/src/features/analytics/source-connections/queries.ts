/** The connections that administrators have added to the sources, and every change of them. */
import type { RouteInput, RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type AddedConnection = RouteReply<'GET /api/source-connections'>[number]
export type NewConnection = RouteInput<'POST /api/source-connections'>['body']
export type ConnectionChange = RouteInput<'PUT /api/source-connections/:connectionId'>['body']

/** Below the key of the services: what changes here changes what can be read in a day. */
const servicesKey = ['connections'] as const

export function addedConnections() {
  return queryOptions({
    queryKey: [...servicesKey, 'added'],
    queryFn: ({ signal }) => call('GET /api/source-connections', {}, { signal }),
    staleTime: 0,
  })
}

function useRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: servicesKey })
}

/** Takes as long as the source takes to answer: only a connection that answers is kept. */
export function useAddConnection() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (body: NewConnection) => call('POST /api/source-connections', { body }),
    onSuccess: refetch,
  })
}

export function useChangeConnection(connectionId: number) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (body: ConnectionChange) =>
      call('PUT /api/source-connections/:connectionId', { params: { connectionId }, body }),
    onSuccess: refetch,
  })
}

export function useTestAddedConnection(connectionId: number) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => call('POST /api/source-connections/:connectionId/test', { params: { connectionId } }),
    onSuccess: refetch,
  })
}

export function useRemoveConnection(connectionId: number) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => call('DELETE /api/source-connections/:connectionId', { params: { connectionId } }),
    onSuccess: refetch,
  })
}
