export { keptErrorsRoutes } from './error-log.routes.ts'
export { type KeptErrorsService, keptErrorsService } from './error-log.service.ts'
