/** The analysis of an image, whole or streamed, and the caption for a post. */
import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { abortOnDisconnect, streamChunks } from '#platform/http/chunks.ts'
import { takesLargeField } from '#platform/http/large-field.ts'
import { serve } from '#platform/http/serve.ts'
import type { ImageAnalysisService } from './image-analysis.service.ts'

export function imageAnalysisRoutes(app: FastifyInstance, analyses: ImageAnalysisService): void {
  app.register(async (scope) => {
    takesLargeField(scope, 'imageBase64')
    serve(
      scope,
      routes.analyses.analyse,
    )(async ({ viewer, body, reply }) => analyses.analyse(viewer, body, abortOnDisconnect(reply)))
    serve(
      scope,
      routes.analyses.follow,
    )(async ({ viewer, body, request, reply }) =>
      streamChunks(request, reply, analyses.follow(viewer, body, abortOnDisconnect(reply))),
    )
  })
  serve(
    app,
    routes.analyses.suggestCaption,
  )(async ({ viewer, params, reply }) => analyses.suggestCaption(viewer, params.postId, abortOnDisconnect(reply)))
  serve(
    app,
    routes.analyses.suggestCaptionFor,
  )(async ({ viewer, body, reply }) => analyses.suggestCaptionFor(viewer, body.imageUrl, abortOnDisconnect(reply)))
}
