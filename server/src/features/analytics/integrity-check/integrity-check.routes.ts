import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { IntegrityCheckService } from './integrity-check.service.ts'

export function integrityCheckRoutes(app: FastifyInstance, audits: IntegrityCheckService): void {
  serve(app, routes.audits.latest)(async () => audits.latest())
}
