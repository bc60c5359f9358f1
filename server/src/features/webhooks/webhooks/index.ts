export { webhookJobs } from './webhooks.jobs.ts'
export { webhooksRoutes } from './webhooks.routes.ts'
export { type WebhooksService, webhooksService } from './webhooks.service.ts'
export { announce } from './webhooks.store.ts'
