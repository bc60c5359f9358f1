import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { IntegrationsService } from './integrations.service.ts'

export function integrationsRoutes(app: FastifyInstance, integrations: IntegrationsService): void {
  serve(app, routes.integrations.list)(async () => integrations.list())
  serve(app, routes.integrations.capacity)(async () => integrations.capacity())
  serve(app, routes.integrations.test)(async ({ viewer, params }) => integrations.test(viewer, params.name))
}
