import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ErrorLogService } from './error-log.service.ts'

export function errorLogRoutes(app: FastifyInstance, errorLog: ErrorLogService): void {
  serve(app, routes.errorLog.list)(async () => errorLog.list())
  serve(
    app,
    routes.errorLog.clear,
  )(async ({ viewer }) => {
    await errorLog.clear(viewer)
    return { success: true }
  })
}
