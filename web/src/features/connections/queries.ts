/** Every question about the outside services, and the one change: testing one. */
import type { RouteReply } from '@tangelo/contract'
import type { ConnectionName } from '@tangelo/contract/limits'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type Connection = RouteReply<'GET /api/connections'>[number]

/** The outside services and how they do. Asked anew by whoever comes to the page. */
export function connectionList() {
  return queryOptions({
    queryKey: ['connections'],
    queryFn: ({ signal }) => call('GET /api/connections', {}, { signal }),
    staleTime: 0,
  })
}

/** Asks a service something small, now. The answer takes the place of what was known. */
export function useTestConnection(name: ConnectionName) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/connections/:name/test', { params: { name } }),
    onSuccess: (tested) =>
      client.setQueryData(connectionList().queryKey, (known) =>
        known?.map((connection) => (connection.name === name ? tested : connection)),
      ),
  })
}
