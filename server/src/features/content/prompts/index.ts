export { promptsRoutes } from './prompts.routes.ts'
export { type PromptsService, promptsService } from './prompts.service.ts'
