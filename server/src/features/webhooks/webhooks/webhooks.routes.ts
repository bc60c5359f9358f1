import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { WebhooksService } from './webhooks.service.ts'

export function webhooksRoutes(app: FastifyInstance, webhooks: WebhooksService): void {
  serve(
    app,
    routes.webhooks.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await webhooks.list(viewer, query), request, reply))
  serve(app, routes.webhooks.read)(async ({ viewer, params }) => webhooks.read(viewer, params.userId))
  serve(app, routes.webhooks.test)(async ({ viewer, params }) => webhooks.test(viewer, params.userId))
  serve(app, routes.webhooks.renewSecret)(async ({ viewer, params }) => webhooks.renewSecret(viewer, params.userId))
  serve(app, routes.webhooks.switchOn)(async ({ viewer, params }) => webhooks.switchOn(viewer, params.userId))
  serve(
    app,
    routes.webhooks.deliveries,
  )(async ({ query, request, reply }) => answerPage(await webhooks.deliveries(query), request, reply))
  serve(app, routes.webhooks.delivery)(async ({ params }) => webhooks.delivery(params.deliveryId))
  serve(app, routes.webhooks.resend)(async ({ viewer, params }) => webhooks.resend(viewer, params.deliveryId))
}
