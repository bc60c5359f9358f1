import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import { expectCall } from './plans.rules.ts'
import type { PlansService } from './plans.service.ts'

export function plansRoutes(app: FastifyInstance, plans: PlansService): void {
  serve(app, routes.plans.list)(async ({ viewer, query }) => plans.read(viewer, query.companyId))
  serve(
    app,
    routes.plans.initialize,
  )(async ({ viewer, request }) => {
    expectCall(request)
    return plans.initialize(viewer)
  })
  serve(app, routes.plans.initializePlans)(async ({ viewer }) => plans.initialize(viewer))
}
