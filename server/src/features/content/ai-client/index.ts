export { type AiCalls, aiCalls } from './ai-client.service.ts'
