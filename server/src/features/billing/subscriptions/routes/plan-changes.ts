import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { PlanChangesService } from '../service/plan-changes.ts'

export function planChangesRoutes(app: FastifyInstance, changes: PlanChangesService): void {
  const { previewChange, change } = routes.subscriptions
  serve(app, previewChange)(async ({ viewer, params, body }) => changes.preview(viewer, params.companyId, body.planId))
  serve(app, change)(async ({ viewer, params, body }) => changes.change(viewer, params.companyId, body))
}
