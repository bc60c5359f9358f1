import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ComparisonService } from './comparison.service.ts'

export function comparisonRoutes(app: FastifyInstance, comparison: ComparisonService): void {
  serve(app, routes.comparison.groups)(async ({ viewer, query }) => comparison.groups(viewer, query.companyId))
  serve(app, routes.comparison.createGroup)(async ({ viewer, body }) => comparison.create(viewer, body))
  serve(
    app,
    routes.comparison.updateGroup,
  )(async ({ viewer, params, body }) => comparison.update(viewer, params.groupId, body))
  serve(
    app,
    routes.comparison.removeGroup,
  )(async ({ viewer, params }) => {
    await comparison.remove(viewer, params.groupId)
    return { success: true }
  })
  serve(
    app,
    routes.comparison.peers,
  )(async ({ viewer, params, query }) => comparison.peers(viewer, params.accountId, query))
}
