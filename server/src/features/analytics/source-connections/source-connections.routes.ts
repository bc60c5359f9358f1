import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { SourceConnectionsService } from './source-connections.service.ts'

export function sourceConnectionsRoutes(app: FastifyInstance, connections: SourceConnectionsService): void {
  serve(app, routes.sourceConnections.list)(async () => connections.list())
  serve(app, routes.sourceConnections.create)(async ({ viewer, body }) => connections.create(viewer, body))
  serve(
    app,
    routes.sourceConnections.update,
  )(async ({ viewer, params, body }) => connections.update(viewer, params.connectionId, body))
  serve(app, routes.sourceConnections.test)(async ({ viewer, params }) => connections.test(viewer, params.connectionId))
  serve(
    app,
    routes.sourceConnections.remove,
  )(async ({ viewer, params }) => {
    await connections.remove(viewer, params.connectionId)
    return { success: true as const }
  })
}
