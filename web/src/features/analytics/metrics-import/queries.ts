/** Sending a file of figures for a preview, importing it, and asking how far the server is with it. */
import type { RouteInput } from '@tangelo/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { upload } from '#lib/api-upload.ts'

const POLL_MS = 600

/** Sends the file under an id of ours, so that its progress can be polled. */
export function sendFile(
  file: File,
  previewId: string,
  companyId: number,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) {
  const form = new FormData()
  form.append('file', file)
  return upload('POST /api/accounts/import-previews', form, { ...options, query: { previewId, companyId } })
}

type PreviewOptions = RouteInput<'PUT /api/accounts/import-previews/:previewId'>['body']

export const changePreview = (previewId: string, body: PreviewOptions) =>
  call('PUT /api/accounts/import-previews/:previewId', { params: { previewId }, body })

export const runImport = (previewId: string, body: PreviewOptions) =>
  call('POST /api/accounts/import-previews/:previewId/import', { params: { previewId }, body })

/** Where it fails, the file goes by itself after half an hour. */
export const removePreview = (previewId: string) =>
  call('DELETE /api/accounts/import-previews/:previewId', { params: { previewId } }).catch(() => undefined)

export function previewProgress(previewId: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['import-previews', previewId],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/import-previews/:previewId', { params: { previewId } }, { signal }),
    enabled,
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
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
