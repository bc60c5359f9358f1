/** Sending a file of figures, and asking how far the server is with it. */
import { queryOptions } from '@tanstack/react-query'
import { call, upload } from '#lib/api.ts'

const POLL_MS = 600

/** Sends the file under an id of ours, so that its progress can be polled. */
export function sendFile(
  file: File,
  importId: string,
  companyId: number,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) {
  const form = new FormData()
  form.append('file', file)
  return upload('POST /api/accounts/import', form, { ...options, query: { importId, companyId } })
}

/** How far the server is. It may not know the import yet: that is no failure worth showing. */
export function importProgress(importId: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['data-imports', importId],
    queryFn: ({ signal }) => call('GET /api/accounts/import/:importId', { params: { importId } }, { signal }),
    enabled,
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
}
