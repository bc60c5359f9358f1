import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReelsService } from './reels.service.ts'
import type { ReelOrdersService } from './service/orders.ts'

export function reelsRoutes(app: FastifyInstance, reels: ReelsService, orders: ReelOrdersService): void {
  serve(
    app,
    routes.reels.create,
  )(async ({ viewer, body, request }) => orders.take(viewer, body, request.headers['idempotency-key']))
  serve(
    app,
    routes.reels.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await reels.list(viewer, query), request, reply))
  serve(app, routes.reels.read)(async ({ viewer, params }) => reels.read(viewer, params.reelId))
  serve(app, routes.reels.updateVideo)(async ({ viewer, body }) => reels.confirmVideo(viewer, body))
  serve(
    app,
    routes.reels.remove,
  )(async ({ viewer, params }) => {
    await reels.remove(viewer, params.reelId)
    return { success: true }
  })
  serve(app, routes.reels.saveImages)(async ({ viewer, body }) => reels.saveImages(viewer, body))
  serve(
    app,
    routes.reels.saveSettings,
  )(async ({ viewer, params, body }) => reels.saveSettings(viewer, params.reelId, body))
  serve(
    app,
    routes.reels.duplicate,
  )(async ({ viewer, params, request }) => reels.duplicate(viewer, params.reelId, request.headers['idempotency-key']))
  serve(app, routes.reels.drawCaption)(async ({ viewer, body }) => reels.drawCaption(viewer, body))
}
