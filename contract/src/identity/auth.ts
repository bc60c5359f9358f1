import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment } from '../base/shared.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, ROLES } from './limits.ts'

/** What a person may pick as a password (D5); common ones are refused by the server besides. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `Passwords have at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(PASSWORD_MAX_LENGTH, `Passwords have at most ${PASSWORD_MAX_LENGTH} characters`)

/** Who is signed in, as the browser may remember it (D4), and what they must do first. */
export const SignedInUser = z.object({
  id: z.int(),
  username: z.string(),
  role: z.enum(ROLES),
  companyId: z.int().nullable(),
  companyName: z.string().nullable(),
  /** True until a generated password has been replaced (D3): every other route answers 403 till then. */
  mustChangePassword: z.boolean(),
  /**
   * Only present while an administrator has to set up two-factor authentication: every other route returns 403 till
   * then.
   */
  mustSetUpTwoFactor: z.literal(true).optional(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

const Session = z.object({
  user: SignedInUser,
  token: z.string(),
  /** Only there once after so many sign-ins failed within an hour that others had to wait: when that was. */
  guessedAt: Moment.optional(),
})

/** The password was right; a code is required besides (`POST /api/auth/login/code`). */
const TwoFactorChallenge = z.object({
  secondStep: z.object({
    /** Stands for the first step, once, until `expiresAt`. */
    challenge: z.string(),
    expiresAt: Moment,
  }),
})

const password = z.string('Password is required').min(1, 'Password is required').max(PASSWORD_MAX_LENGTH)

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not matter. */
export const Code = z.string('Code is required').trim().min(1, 'Code is required').max(40, 'Codes are shorter')

/** Re-authentication; the code only for users with two-factor authentication. */
export const Reauthentication = z.strictObject({ password, code: Code.optional() })

export const auth = {
  status: route({
    method: 'GET',
    path: '/api/auth/status',
    access: 'public',
    summary: 'Say who is signed in',
    reply: z.object({
      isAuthenticated: z.boolean(),
      user: SignedInUser.nullable(),
      /** Whether a forgotten password can be replaced by mail; an administrator can do it otherwise. */
      sendsPasswordLinks: z.boolean(),
    }),
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in with a username and a password; answers a challenge where two-factor sign-in is on',
    body: z.strictObject({
      username: z.string('Username is required').trim().min(1, 'Username is required').max(256),
      password: z
        .string('Password is required')
        .min(1, 'Password is required')
        .max(PASSWORD_MAX_LENGTH, `Passwords have at most ${PASSWORD_MAX_LENGTH} characters`),
    }),
    reply: z.union([Session, TwoFactorChallenge]),
  }),
  loginWithCode: route({
    method: 'POST',
    path: '/api/auth/login/code',
    access: 'public',
    summary: 'Sign in with a two-factor code',
    body: z.strictObject({ challenge: z.string().max(200), code: Code }),
    reply: Session,
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'End the session; says yes also when there is none',
    reply: Done,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/auth/password',
    access: 'signedIn',
    summary: 'Change the own password; ends every session, opens a new one, and deletes the own API tokens on request',
    body: z.strictObject({
      currentPassword: z.string().min(1).max(PASSWORD_MAX_LENGTH),
      newPassword: NewPassword,
      /** Deletes one's API tokens too; they stay by default. */
      revokesApiTokens: z.boolean().optional(),
    }),
    reply: Session.extend({ revokedApiTokens: z.int() }),
  }),
  profile: route({
    method: 'GET',
    path: '/api/auth/profile',
    access: 'signedIn',
    summary: 'Tell who one is here',
    reply: z.object({
      username: z.string(),
      role: z.enum(ROLES),
      companyName: z.string().nullable(),
      /** IANA name: where a calendar day of the company begins (D15); null without a company. */
      timeZone: z.string().nullable(),
      /** Null for the operator of the machine, who is not in the user list. */
      memberSince: Moment.nullable(),
      /** Whether an administrator gave one a webhook. */
      hasWebhook: z.boolean(),
      /** When so many sign-ins as this user failed within an hour that others had to wait; null after a week. */
      guessedAt: Moment.nullable(),
    }),
  }),
}
