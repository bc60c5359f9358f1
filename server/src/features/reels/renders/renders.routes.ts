import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { RendersService } from './renders.service.ts'

export function rendersRoutes(app: FastifyInstance, renders: RendersService): void {
  serve(app, routes.renders.status)(async ({ viewer, params }) => renders.status(viewer, params.renderId))
  serve(app, routes.renders.cancel)(async ({ viewer, params }) => renders.cancel(viewer, params.renderId))
}
