/** Every question about the outside services, and the changes: testing one, choosing the columns of a table. */
import type { RouteInput, RouteReply } from '@tangelo/contract'
import type { IntegrationName } from '@tangelo/contract/limits'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type Capacity = RouteReply<'GET /api/connections/capacity'>
export type Connection = RouteReply<'GET /api/connections'>[number]

/** The external services and their state. Refetched on every visit. */
export function connectionList() {
  return queryOptions({
    queryKey: ['connections', 'services'],
    queryFn: ({ signal }) => call('GET /api/connections', {}, { signal }),
    staleTime: 0,
  })
}

/** What the sources can read in a day, and what they have read. */
export function readingCapacity() {
  return queryOptions({
    queryKey: ['connections', 'capacity'],
    queryFn: ({ signal }) => call('GET /api/connections/capacity', {}, { signal }),
    staleTime: 0,
  })
}

/** Asks a service something small, now. The answer takes the place of what was known. */
export function useTestConnection(name: IntegrationName) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/connections/:name/test', { params: { name } }),
    onSuccess: ({ account: _, ...tested }) => {
      client.setQueryData(connectionList().queryKey, (known) =>
        known?.map((connection) => (connection.name === name ? tested : connection)),
      )
      void client.invalidateQueries({ queryKey: readingCapacity().queryKey })
    },
  })
}

const tablesKey = ['connections', 'tables'] as const

/** The companies whose content is synced with a table, and the state of each sync. */
export function tableList() {
  return queryOptions({
    queryKey: tablesKey,
    queryFn: ({ signal }) => call('GET /api/connections/airtable/tables', {}, { signal }),
    staleTime: 0,
  })
}

/** Which columns of a company's table hold which field. Asks the service, so it may take a while, or fail. */
export function tableFields(companyId: number) {
  return queryOptions({
    queryKey: [...tablesKey, companyId],
    queryFn: ({ signal }) =>
      call('GET /api/connections/airtable/tables/:companyId', { params: { companyId } }, { signal }),
    staleTime: 0,
  })
}

/** Chooses columns; everything is pulled again afterwards. */
export function useChooseColumns(companyId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (columns: RouteInput<'PUT /api/connections/airtable/tables/:companyId'>['body']['columns']) =>
      call('PUT /api/connections/airtable/tables/:companyId', { params: { companyId }, body: { columns } }),
    onSuccess: async (fields) => {
      const { queryKey } = tableFields(companyId)
      // A slow reading that began before would bring the former columns back, and the next choice would send those.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, fields)
      void client.invalidateQueries({ queryKey: tableList().queryKey, exact: true })
    },
  })
}
