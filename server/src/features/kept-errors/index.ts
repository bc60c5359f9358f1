export { keptErrorsRoutes } from './kept-errors.routes.ts'
export { type KeptErrorsService, keptErrorsService } from './kept-errors.service.ts'
