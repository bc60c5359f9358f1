export { WebhookCard } from './webhooks/components/webhook-card.tsx'
export { refreshWebhooks } from './webhooks/queries/switched-off.ts'
export { texts as webhookTexts } from './webhooks/texts.ts'
