export {
  companyFor,
  mayMakeReels,
  maySeeCompany,
  maySeePlans,
  ownCompany,
  type Scope,
  scopeOf,
  scopeWithin,
  type Visible,
  visible,
} from './access/access.policy.ts'
export { auditLogRoutes } from './audit-log/audit-log.routes.ts'
export {
  type Actor,
  type AuditDetails,
  detailsOf,
  differences,
  type NewAuditEntry,
  type Noted,
  stranger,
  THE_SERVER,
} from './audit-log/audit-log.rules.ts'
export { type AuditLog, type AuditLogService, auditLogService } from './audit-log/audit-log.service.ts'
export { blobSweep, claimedBlobs, releaseBlobs, releaseBlobsOf } from './blob-claims/blob-claims.service.ts'
export { eventsRoutes } from './events/events.routes.ts'
export { type EventsService, eventsService, publishEvents } from './events/events.service.ts'
export { asked, type Claim, type IdempotencyService, idempotencyService } from './idempotency/idempotency.service.ts'
export { type ImageVariants, imageVariants, type ShownImage } from './image-variants/image-variants.service.ts'
export { isPaused } from './provider-quotas/provider-quotas.rules.ts'
export {
  type Pause,
  type ProviderQuotaRow,
  type ProviderQuotasService,
  providerQuotasService,
} from './provider-quotas/provider-quotas.service.ts'
