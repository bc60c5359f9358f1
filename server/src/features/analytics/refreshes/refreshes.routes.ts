import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { RefreshesService } from './refreshes.service.ts'
import type { IntervalsService } from './service/intervals.ts'

export function refreshesRoutes(app: FastifyInstance, refreshes: RefreshesService, intervals: IntervalsService): void {
  serve(app, routes.refreshes.start)(async ({ viewer, params }) => refreshes.start(viewer, params.accountId))
  serve(app, routes.refreshes.startAll)(async ({ viewer, body }) => refreshes.startAll(viewer, body.accountIds))
  serve(app, routes.refreshes.setInterval)(async ({ viewer, body }) => intervals.choose(viewer, body))
  serve(app, routes.refreshes.state)(async ({ viewer, params }) => refreshes.state(viewer, params.accountId))
  serve(
    app,
    routes.refreshes.failing,
  )(async ({ viewer, query, request, reply }) => answerPage(await refreshes.failing(viewer, query), request, reply))
}
