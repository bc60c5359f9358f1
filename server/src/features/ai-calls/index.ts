export { type AiCalls, aiCalls } from './ai-calls.service.ts'
