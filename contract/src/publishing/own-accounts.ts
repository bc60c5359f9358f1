import * as z from 'zod'
import { OWN_PERMISSIONS, PUBLISHING_LOGINS } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Moment, PathId } from '../base/shared.ts'

/** A tracked account that its owner has connected. Never a token. */
export const OwnAccount = z.object({
  accountId: z.int(),
  companyId: z.int(),
  login: z.enum(PUBLISHING_LOGINS),
  /** As it was called when it was connected. */
  username: z.string(),
  name: z.string().nullable(),
  /** The Page it was reached through; null with Instagram's own login. */
  page: z.string().nullable(),
  /** What the owner granted. */
  permissions: z.array(z.enum(OWN_PERMISSIONS)),
  /** Asked for, and not granted. */
  missing: z.array(z.enum(OWN_PERMISSIONS)),
  /** False where the person's role on the Page is too small, or the permission is missing. */
  mayPublish: z.boolean(),
  /** `expiring`: within seven days. `ended`: it has to be connected again; `problem` says why. */
  state: z.enum(['connected', 'expiring', 'ended']),
  connectedAt: Moment,
  connectedBy: z.string().nullable(),
  /** Null where the service gave no end. */
  expiresAt: Moment.nullable(),
  /** When the access is renewed next; null where it has ended. */
  renewsAt: Moment.nullable(),
  /** Why it ended, or why the last renewal failed, in a sentence. */
  problem: z.string().nullable(),
  /** Posts of the rolling day, as the service counted them last; null before that. */
  quota: z.object({ used: z.int(), total: z.int().nullable(), readAt: Moment }).nullable(),
})
export type OwnAccount = z.infer<typeof OwnAccount>

/** A way to connect that the installation has set up. */
export const OfferedLogin = z.object({
  name: z.enum(PUBLISHING_LOGINS),
  title: z.string(),
  /** Videos are sent from here; otherwise the service fetches them from PUBLIC_URL. */
  takesUploads: z.boolean(),
  permissions: z.array(z.enum(OWN_PERMISSIONS)),
})
export type OfferedLogin = z.infer<typeof OfferedLogin>

export const OwnAccounts = z.object({
  /** Empty where an administrator has set up none. */
  logins: z.array(OfferedLogin),
  accounts: z.array(OwnAccount),
})
export type OwnAccounts = z.infer<typeof OwnAccounts>

export const ownAccounts = {
  /** By name. An administrator sees those of every company, or of the one that is named. */
  list: route({
    method: 'GET',
    path: '/api/own-accounts',
    access: 'signedIn',
    summary: 'List the accounts that their owners have connected, and the ways to connect one',
    query: z.strictObject({ companyId: PathId.optional(), accountId: PathId.optional() }),
    reply: OwnAccounts,
  }),
}
