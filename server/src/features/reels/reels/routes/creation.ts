import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ReelOrdersService } from '../service/creation.ts'

export function reelOrdersRoutes(app: FastifyInstance, orders: ReelOrdersService): void {
  serve(
    app,
    routes.reels.create,
  )(async ({ viewer, body, request }) => orders.take(viewer, body, request.headers['idempotency-key']))
}
