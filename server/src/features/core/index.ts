import type { FastifyInstance } from 'fastify'
import { auditLogRoutes } from './audit-log/audit-log.routes.ts'
import type { AuditLogService } from './audit-log/audit-log.service.ts'
import { eventsRoutes } from './events/events.routes.ts'
import type { EventsService } from './events/events.service.ts'

export {
  companiesWithin,
  companyFor,
  companyPlanned,
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
export { type AuditLog, auditLogService } from './audit-log/audit-log.service.ts'
export {
  blobSweep,
  claimedBlobs,
  expireBlobs,
  releaseBlobs,
  releaseBlobsOf,
} from './blob-claims/blob-claims.service.ts'
export { eventsService } from './events/events.service.ts'
export { publishEvents } from './events/service/publish.ts'
export {
  type Claim,
  type IdempotencyService,
  idempotencyService,
  toKeyedRequest,
} from './idempotency/idempotency.service.ts'
export { type ImageVariants, imageVariants, type ShownImage } from './image-variants/image-variants.service.ts'
export { isPaused } from './provider-quotas/provider-quotas.rules.ts'
export {
  type Pause,
  type ProviderQuotaRow,
  type ProviderQuotasService,
  providerQuotasService,
  type SourcePause,
} from './provider-quotas/provider-quotas.service.ts'

/** What the routes of the domain call. */
export interface CoreServices {
  events: EventsService
  auditLog: AuditLogService
}

/** Every route of the domain. */
export function serveCore(app: FastifyInstance, services: CoreServices): void {
  eventsRoutes(app, services.events)
  auditLogRoutes(app, services.auditLog)
}
