export { WebhookCard } from './components/webhook-card.tsx'
export { refreshWebhooks } from './queries.ts'
