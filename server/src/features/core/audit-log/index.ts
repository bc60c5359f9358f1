export { auditLogRoutes } from './audit-log.routes.ts'
export {
  type AuditDetails,
  type AuditWish,
  type Doer,
  detailsOf,
  differences,
  type Noted,
  stranger,
  THE_SERVER,
} from './audit-log.rules.ts'
export { type AuditLog, type AuditLogService, auditLogService } from './audit-log.service.ts'
