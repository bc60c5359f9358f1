/** Every question about uploads of the own company, and deleting one. */
import type { Upload, UploadUse } from '@tangelo/contract'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '#lib/api.ts'

export type { Upload, UploadUse }

const PAGE_ROWS = 12

/** The latest first, page by page. */
export function ownUploads() {
  return infiniteQueryOptions({
    queryKey: ['media-library'],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/uploads', { query: { limit: PAGE_ROWS, cursor: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
}

export function useDeleteUpload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (uploadId: string) => call('DELETE /api/uploads/:uploadId', { params: { uploadId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownUploads().queryKey }),
  })
}
