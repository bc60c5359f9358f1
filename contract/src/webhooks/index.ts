import { webhooks } from './webhooks.ts'

export type { Webhook, WebhookDelivery } from './webhooks.ts'

/** Every row of the domain, by part. */
export const webhooksRoutes = { webhooks } as const
