import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { ItemsService } from '../items/items.service.ts'
import type { ItemChanges } from '../items/service/item-changes.ts'

export function draftsRoutes(app: FastifyInstance, content: ItemsService, changes: ItemChanges): void {
  serve(
    app,
    routes.drafts.list,
  )(async ({ viewer, query, request, reply }) => {
    // D20: what has the status Draft.
    const shown = answerPage(await content.list(viewer, { ...query, status: 'Draft' }), request, reply)
    return PreRenderedJson.list(shown)
  })
  serve(app, routes.drafts.update)(async ({ viewer, params, body }) => changes.update(viewer, params.postId, body))
  serve(app, routes.drafts.updateMany)(async ({ viewer, body }) => changes.updateMany(viewer, body))
}
