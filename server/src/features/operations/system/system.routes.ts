import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { SystemService } from './system.service.ts'

export function systemRoutes(app: FastifyInstance, system: SystemService): void {
  serve(app, routes.system.read)(async () => system.read())
}
