import * as z from 'zod'
import {
  LINK_DAYS,
  LINK_EXPIRY_DAYS_MAX,
  LINK_KINDS,
  LINK_MODES,
  LINK_NAME_MAX_LENGTH,
  LINK_STATES,
  SHARED_KINDS,
} from '../base/limits.ts'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Id, Moment, Paging, PathId } from '../base/shared.ts'
import { NewPassword } from '../identity/auth.ts'
import { ReportContent } from './report-settings.ts'

/** Never the token: it is in the answer that made the link, and nowhere else. */
export const ShareLink = z.object({
  id: z.int(),
  companyId: z.int(),
  kind: z.enum(LINK_KINDS),
  targetId: z.int(),
  targetName: z.string(),
  name: z.string(),
  mode: z.enum(LINK_MODES),
  /** The days that a live account or group shows; null for other links. */
  days: z.int().nullable(),
  /** The accounts that a calendar is limited to; empty for all of the company. */
  accountIds: z.array(z.int()),
  /** `gone`: what it opened has been deleted, or belongs to another company now. */
  state: z.enum(LINK_STATES),
  hasPassword: z.boolean(),
  expiresAt: Moment.nullable(),
  /** By people: previews of chat programs and checks of mail servers do not count. */
  openedCount: z.int(),
  lastOpenedAt: Moment.nullable(),
  by: z.string(),
  createdAt: Moment,
  revokedAt: Moment.nullable(),
})
export type ShareLink = z.infer<typeof ShareLink>

/** The address is shown this one time. */
const Created = ShareLink.extend({ url: z.string() })
export type CreatedLink = z.infer<typeof Created>

export const links = {
  list: route({
    method: 'GET',
    path: '/api/links',
    access: 'signedIn',
    summary: 'List the links that open an object without an account, the latest first',
    query: Paging.pick({ limit: true, cursor: true }).extend({
      companyId: PathId.optional(),
      /** Those of one object. */
      kind: z.enum(LINK_KINDS, `must be one of: ${LINK_KINDS.join(', ')}`).optional(),
      targetId: PathId.optional(),
    }),
    reply: z.array(ShareLink),
    paged: true,
  }),
  /** Once for an `Idempotency-Key`, as a report. 409 `links_full` where the company has as many open links as it may. */
  create: route({
    method: 'POST',
    path: '/api/links',
    access: 'signedIn',
    summary: 'Make a link that opens an account, a group, a report or a calendar without an account',
    body: z.strictObject({
      kind: z.enum(SHARED_KINDS, `must be one of: ${SHARED_KINDS.join(', ')}`),
      /** Of the account, the group or the report; for a calendar of its company. */
      targetId: Id,
      name: oneLine(
        z
          .string('A name is required')
          .trim()
          .min(1, 'A name is required')
          .max(LINK_NAME_MAX_LENGTH, `A name has at most ${LINK_NAME_MAX_LENGTH} characters`),
      ),
      /** Reports are frozen and calendars live, whatever is said here. */
      mode: z.enum(LINK_MODES, `must be one of: ${LINK_MODES.join(', ')}`).default('live'),
      /** Of an account or a group: the last days, today included. */
      days: z.literal([...LINK_DAYS], `must be one of: ${LINK_DAYS.join(', ')}`).default(30),
      /** Of an account or a group: by whom the page is. */
      brand: ReportContent.shape.brand,
      /** Of a calendar: these accounts alone; all of the company where it is empty. */
      accountIds: z.array(Id).max(200).default([]),
      /** Null for a link that stays open until it is revoked. */
      expiresInDays: z
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(LINK_EXPIRY_DAYS_MAX, `must be at most ${LINK_EXPIRY_DAYS_MAX}`)
        .nullable(),
      /** Asked of everyone who opens it; common ones are refused. */
      password: NewPassword.nullable().default(null),
    }),
    takesKey: true,
    reply: Created,
    status: 201,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/links/:linkId',
    access: 'signedIn',
    summary: 'Revoke a link: from then on its address answers as one that never was',
    params: z.strictObject({ linkId: PathId }),
    reply: Done,
  }),
}
