import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment, Paging, PathId } from '../base/shared.ts'
import { AUDIT_ACTIONS, AUDIT_GROUPS, AUDIT_OBJECTS, AUDIT_WAYS, type AuditGroup } from './audit-actions.ts'

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const AuditEntry = z.object({
  /** From 1, without gaps. */
  number: z.int(),
  at: Moment,
  act: z.enum(AUDIT_ACTIONS),
  /** Null for the operator of the machine, the server itself and strangers. */
  userId: z.int().nullable(),
  /** As it was then; empty where there is none. */
  userName: z.string(),
  via: z.enum(AUDIT_WAYS),
  address: z.string().nullable(),
  objectKind: z.enum(AUDIT_OBJECTS),
  objectId: z.string().nullable(),
  /** As it was then. */
  objectName: z.string().nullable(),
  /** Whose affair it is; null for the installation's. */
  companyId: z.int().nullable(),
  /** As it is now; null where there is no such company any more. */
  companyName: z.string().nullable(),
  /** A change is recorded with both of its values. */
  details: z.record(z.string(), z.union([Plain, z.object({ from: Plain, to: Plain })])),
  /** SHA-256 of this entry and the hash of the one before, hex. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditCheck = z.object({
  entries: z.int(),
  /** Of the last entry: an administrator who stores it elsewhere can later detect changes before it. */
  lastHash: z.string(),
  /** The first of them. */
  problems: z.array(
    z.object({
      number: z.int(),
      /**
       * `changed`: the entry differs from its hash. `missing`: it is gone, perhaps with some after it. `not_the_last`:
       * another entry was the last one. `not_as_noted`: its hash differs from the one that was stored elsewhere.
       */
      kind: z.enum(['changed', 'missing', 'not_the_last', 'not_as_noted']),
    }),
  ),
  problemCount: z.int(),
})
export type AuditCheck = z.infer<typeof AuditCheck>

/** Object.keys forgets the names that the groups have. */
const GROUPS = Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]

const Filter = z.strictObject({
  /** In the names of who did it and of what it was done to, and in addresses. */
  q: z.string().max(100).optional(),
  group: z.enum(GROUPS).optional(),
  act: z.enum(AUDIT_ACTIONS).optional(),
  userId: PathId.optional(),
  companyId: PathId.optional(),
  /** From this moment on, and before that one. */
  from: Moment.optional(),
  to: Moment.optional(),
})

export const auditLog = {
  list: route({
    method: 'GET',
    path: '/api/audit-log',
    access: 'admin',
    summary: 'List who did what to what, the latest first',
    query: Filter.extend(Paging.shape),
    reply: z.array(AuditEntry),
    paged: true,
  }),
  exportFile: route({
    method: 'GET',
    path: '/api/audit-log/csv',
    access: 'admin',
    summary: 'Download the same list whole, as a file for spreadsheets; the download is an entry of its own',
    query: Filter,
    reply: z.string(),
    file: ['text/csv'],
  }),
  check: route({
    method: 'POST',
    path: '/api/audit-log/check',
    access: 'admin',
    summary: 'Check that no entry was changed or taken away since it was written',
    reply: AuditCheck,
  }),
}
