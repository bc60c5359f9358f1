import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { AlertsService } from './alerts.service.ts'

export function alertsRoutes(app: FastifyInstance, alerts: AlertsService): void {
  serve(app, routes.alerts.rules)(async ({ viewer }) => alerts.rules(viewer))
  serve(app, routes.alerts.setRules)(async ({ viewer, body }) => alerts.setRules(viewer, body))
  serve(app, routes.alerts.list)(async ({ viewer }) => alerts.list(viewer))
  serve(app, routes.alerts.unread)(async ({ viewer }) => alerts.unread(viewer))
  serve(
    app,
    routes.alerts.read,
  )(async ({ viewer, body }) => {
    await alerts.markRead(viewer, body.ids)
    return { success: true as const }
  })
  serve(app, routes.alerts.snooze)(async ({ viewer, params }) => alerts.snooze(viewer, params.alertId))
  serve(
    app,
    routes.alerts.dismiss,
  )(async ({ viewer, params }) => {
    await alerts.dismiss(viewer, params.alertId)
    return { success: true as const }
  })
  serve(
    app,
    routes.alerts.restore,
  )(async ({ viewer, params }) => {
    await alerts.restore(viewer, params.alertId)
    return { success: true as const }
  })
}
