import { apiTokens } from './api-tokens.ts'
import { auth } from './auth.ts'
import { companies } from './companies.ts'
import { passwordLinks } from './password-links.ts'
import { sessions } from './sessions.ts'
import { twoFactor } from './two-factor.ts'
import { users } from './users.ts'

export type { ApiToken } from './api-tokens.ts'
export type { SignedInUser } from './auth.ts'
export type { Company } from './companies.ts'
export type { Session } from './sessions.ts'
export type { User } from './users.ts'

/** Every row of the domain, by part. */
export const identityRoutes = { auth, apiTokens, twoFactor, sessions, users, passwordLinks, companies } as const
