import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { KeptErrorsService } from './error-log.service.ts'

export function keptErrorsRoutes(app: FastifyInstance, keptErrors: KeptErrorsService): void {
  serve(app, routes.keptErrors.list)(async () => keptErrors.list())
  serve(
    app,
    routes.keptErrors.clear,
  )(async ({ viewer }) => {
    await keptErrors.clear(viewer)
    return { success: true }
  })
}
