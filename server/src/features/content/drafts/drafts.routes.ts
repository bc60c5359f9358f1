import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { DraftsService } from './drafts.service.ts'

export function draftsRoutes(app: FastifyInstance, drafts: DraftsService): void {
  serve(
    app,
    routes.drafts.list,
  )(async ({ viewer, query, request, reply }) => {
    const shown = answerPage(await drafts.list(viewer, query), request, reply)
    return PreRenderedJson.list(shown)
  })
  serve(app, routes.drafts.update)(async ({ viewer, params, body }) => drafts.update(viewer, params.postId, body))
  serve(app, routes.drafts.updateMany)(async ({ viewer, body }) => drafts.updateMany(viewer, body))
}
