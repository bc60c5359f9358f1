import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { MediaLibrary } from './media-library.service.ts'

export function mediaLibraryRoutes(app: FastifyInstance, library: MediaLibrary): void {
  serve(
    app,
    routes.mediaLibrary.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await library.list(viewer, query), request, reply))
  serve(
    app,
    routes.mediaLibrary.remove,
  )(async ({ viewer, params }) => {
    await library.remove(viewer, params.uploadId)
    return { success: true as const }
  })
}
