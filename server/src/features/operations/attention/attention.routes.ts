import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { AttentionService } from './attention.service.ts'

export function attentionRoutes(app: FastifyInstance, attention: AttentionService): void {
  serve(app, routes.attention.list)(async ({ viewer, query }) => attention.list(viewer, query.companyId))
  serve(app, routes.attention.later)(async ({ viewer, body }) => attention.later(viewer, body))
  serve(
    app,
    routes.attention.bringBack,
  )(async ({ viewer, query }) => {
    await attention.bringBack(viewer, query.id)
    return { success: true as const }
  })
  serve(app, routes.attention.firstSteps)(async ({ viewer }) => attention.firstSteps(viewer))
  serve(
    app,
    routes.attention.hideFirstSteps,
  )(async ({ viewer, body }) => attention.hideFirstSteps(viewer, body.isHidden))
}
