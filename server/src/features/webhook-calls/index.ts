export { addressProblem } from './webhook-calls.rules.ts'
export { type CallOutcome, type WebhookCalls, webhookCalls } from './webhook-calls.service.ts'
