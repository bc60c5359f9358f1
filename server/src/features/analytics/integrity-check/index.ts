export { auditsRoutes } from './integrity-check.routes.ts'
export { type AuditsService, auditsService } from './integrity-check.service.ts'
