import * as z from 'zod'
import { OWN_PERMISSIONS, PUBLISHING_LOGINS } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Done, Moment, PathId } from '../base/shared.ts'

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
  /** How the viewer's last sign-in for the named account went, for ten minutes; null for none, or none that came back. */
  lastSignIn: z.object({ at: Moment, problem: z.string().nullable() }).nullable(),
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
  /**
   * Sets a cookie: who comes back must be the same browser, with the same session. 409 `login_not_offered` where the
   * installation has not set this login up.
   */
  begin: route({
    method: 'GET',
    path: '/api/instagram/auth',
    access: 'signedIn',
    summary: 'Begin to connect an account: answers the address of the page on which its owner grants access',
    query: z.strictObject({ login: z.enum(PUBLISHING_LOGINS), accountId: PathId }),
    reply: z.object({ url: z.string() }),
  }),
  /** Where the service sends the browser back to. Goes on to the page of the account, which says how it went. */
  arrive: route({
    method: 'GET',
    path: '/api/instagram/auth/callback',
    access: 'public',
    summary: 'Come back from the page on which access was granted; for browsers',
    query: z.looseObject({
      state: z.string().max(500).optional(),
      code: z.string().max(4_000).optional(),
      error: z.string().max(2_000).optional(),
    }),
    reply: z.null(),
    redirects: true,
  }),
  /** Asks the service now: the name, and the posts of the day. 409 `not_connected`; 502 where the service does not answer. */
  check: route({
    method: 'POST',
    path: '/api/own-accounts/:accountId/check',
    access: 'signedIn',
    summary: 'Check that a connected account can still be used',
    params: z.strictObject({ accountId: PathId }),
    reply: OwnAccount,
  }),
  /** The service offers no call that ends access: `removalPage` is where a person removes the application there. */
  disconnect: route({
    method: 'DELETE',
    path: '/api/own-accounts/:accountId',
    access: 'signedIn',
    summary: 'Forget what opens an account',
    params: z.strictObject({ accountId: PathId }),
    reply: Done.extend({ removalPage: z.string().nullable() }),
  }),
}
