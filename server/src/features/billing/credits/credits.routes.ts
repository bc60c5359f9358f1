import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { CreditsService } from './credits.service.ts'

export function creditsRoutes(app: FastifyInstance, credits: CreditsService): void {
  serve(app, routes.credits.read)(async ({ viewer, params }) => credits.read(viewer, params.companyId))
  serve(
    app,
    routes.credits.grant,
  )(async ({ viewer, params, body, request }) =>
    credits.give(viewer, params.companyId, body, request.headers['idempotency-key']),
  )
}
