/** The question what went wrong on the server, and the one change: forgetting it. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type KeptError = RouteReply<'GET /api/system/errors'>[number]

/** The latest first; the same fault is one row. */
export function errorLog() {
  return queryOptions({
    queryKey: ['kept-errors'],
    queryFn: ({ signal }) => call('GET /api/system/errors', {}, { signal }),
    staleTime: 0,
  })
}

export function useClearErrors() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/system/errors'),
    onSuccess: () => client.setQueryData(errorLog().queryKey, []),
  })
}
