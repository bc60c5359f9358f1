import { auditLog } from './audit-log.ts'
import { events } from './events.ts'

export type { AuditCheck, AuditEntry } from './audit-log.ts'
export type { LiveEvent, Work } from './events.ts'

/** Every row of the domain, by part. */
export const coreRoutes = { events, auditLog } as const
