import { routes } from '@tangelo/contract'
import { PERIODS } from '@tangelo/contract/limits'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { MetricsService } from './metrics.service.ts'

export function metricsRoutes(app: FastifyInstance, metrics: MetricsService): void {
  serve(app, routes.metrics.latest)(async ({ viewer, params }) => metrics.latest(viewer, params.accountId))
  serve(
    app,
    routes.metrics.history,
  )(async ({ viewer, params, query }) => metrics.history(viewer, params.accountId, query))
  serve(app, routes.metrics.typeIn)(async ({ viewer, params, body }) => metrics.typeIn(viewer, params.accountId, body))
  serve(app, routes.metrics.global)(async ({ viewer, query }) => metrics.global(viewer, query))
  serve(app, routes.periods.clients)(async ({ viewer, query }) => metrics.clients(viewer, query.period ?? PERIODS[1]))
}
