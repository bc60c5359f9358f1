export { auditsRoutes } from './audits.routes.ts'
export { type AuditsService, auditsService } from './audits.service.ts'
