import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ReportSchedulesService } from './report-schedules.service.ts'

export function reportSchedulesRoutes(app: FastifyInstance, schedules: ReportSchedulesService): void {
  serve(app, routes.reportSchedules.list)(async ({ viewer, query }) => schedules.list(viewer, query))
  serve(
    app,
    routes.reportSchedules.create,
  )(async ({ viewer, body, request }) => schedules.create(viewer, body, request.headers['idempotency-key']))
  serve(
    app,
    routes.reportSchedules.update,
  )(async ({ viewer, params, body }) => schedules.update(viewer, params.scheduleId, body))
  serve(
    app,
    routes.reportSchedules.remove,
  )(async ({ viewer, params }) => {
    await schedules.remove(viewer, params.scheduleId)
    return { success: true }
  })
}
