import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ConnectionsService } from './integrations.service.ts'

export function connectionsRoutes(app: FastifyInstance, connections: ConnectionsService): void {
  serve(app, routes.connections.list)(async () => connections.list())
  serve(app, routes.connections.test)(async ({ viewer, params }) => connections.test(viewer, params.name))
}
