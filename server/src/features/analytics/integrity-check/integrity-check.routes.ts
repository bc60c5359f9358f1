import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { AuditsService } from './integrity-check.service.ts'

export function auditsRoutes(app: FastifyInstance, audits: AuditsService): void {
  serve(app, routes.audits.latest)(async () => audits.latest())
}
