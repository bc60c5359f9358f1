import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import { expectCall } from './plans.rules.ts'
import type { PlansService } from './plans.service.ts'

export function plansRoutes(app: FastifyInstance, plans: PlansService): void {
  serve(app, routes.subscriptions.plans)(async () => plans.list())
  serve(
    app,
    routes.subscriptions.initialize,
  )(async ({ viewer, request }) => {
    expectCall(request)
    return plans.initialize(viewer)
  })
  serve(app, routes.subscriptions.initializePlans)(async ({ viewer }) => plans.initialize(viewer))
}
