export { type AiUses, aiUsesService } from './ai-usage.service.ts'
