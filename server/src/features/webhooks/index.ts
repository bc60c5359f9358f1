import type { FastifyInstance } from 'fastify'
import { webhooksRoutes } from './webhooks/webhooks.routes.ts'
import type { WebhooksService } from './webhooks/webhooks.service.ts'

export { addressProblem } from './sender/sender.rules.ts'
export { webhookCalls } from './sender/sender.service.ts'
export { dropAlerts } from './webhooks/service/drop-alerts.ts'
export { enqueueWebhooks, enqueueWebhooksOf, type WebhookEventOf } from './webhooks/service/enqueue.ts'
export { webhookJobs } from './webhooks/webhooks.jobs.ts'
export { webhooksService } from './webhooks/webhooks.service.ts'

/** What the routes of the domain call. */
export interface WebhooksServices {
  webhooks: WebhooksService
}

/** Every route of the domain. */
export function serveWebhooks(app: FastifyInstance, services: WebhooksServices): void {
  webhooksRoutes(app, services.webhooks)
}
