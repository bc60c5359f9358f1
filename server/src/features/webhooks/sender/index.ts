export { addressProblem } from './sender.rules.ts'
export { type CallOutcome, type WebhookCalls, webhookCalls } from './sender.service.ts'
