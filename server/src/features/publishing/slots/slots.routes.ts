import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { SlotsService } from './slots.service.ts'

export function slotsRoutes(app: FastifyInstance, slots: SlotsService): void {
  const rows = routes.publishingSlots
  serve(app, rows.read)(async ({ viewer, params }) => slots.read(viewer, params.accountId))
  serve(app, rows.change)(async ({ viewer, params, body }) => slots.change(viewer, params.accountId, body))
}
