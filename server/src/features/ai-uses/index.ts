export { type AiUses, aiUsesService } from './ai-uses.service.ts'
