import type { FastifyInstance } from 'fastify'
import { apiTokensRoutes } from './api-tokens/api-tokens.routes.ts'
import type { ApiTokensService } from './api-tokens/api-tokens.service.ts'
import { authRoutes } from './auth/auth.routes.ts'
import type { AuthService } from './auth/auth.service.ts'
import { companiesRoutes } from './companies/companies.routes.ts'
import type { CompaniesService } from './companies/companies.service.ts'
import { passwordLinksRoutes } from './password-links/password-links.routes.ts'
import type { PasswordLinksService } from './password-links/password-links.service.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import type { SessionsService } from './sessions/sessions.service.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'
import type { TwoFactorService } from './two-factor/two-factor.service.ts'
import { usersRoutes } from './users/users.routes.ts'
import type { UsersService } from './users/users.service.ts'

export { isApiToken, isMeantAsApiToken } from './api-tokens/api-tokens.rules.ts'
export { type ApiTokensService, apiTokensService } from './api-tokens/api-tokens.service.ts'
export { bearerToken } from './auth/auth.rules.ts'
export { type AuthService, authService } from './auth/auth.service.ts'
export { type CompaniesService, companiesService, eraseCompany, lockCompany } from './companies/companies.service.ts'
export {
  ACCOUNT_WINDOW_MS,
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS,
  failureKey,
  networkOf,
} from './login-throttle/login-throttle.rules.ts'
export { type LoginThrottle, loginThrottle } from './login-throttle/login-throttle.service.ts'
export { passwordLinksService } from './password-links/password-links.service.ts'
export { rateLimitService } from './rate-limit/rate-limit.service.ts'
export { sessionsService } from './sessions/sessions.service.ts'
export { twoFactorService } from './two-factor/two-factor.service.ts'
export { type UserWebhooks, usersService } from './users/users.service.ts'

/** What the routes of the domain call. */
export interface IdentityServices {
  auth: AuthService
  apiTokens: ApiTokensService
  twoFactor: TwoFactorService
  sessions: SessionsService
  users: UsersService
  passwordLinks: PasswordLinksService
  companies: CompaniesService
}

/** Every route of the domain. */
export function serveIdentity(app: FastifyInstance, services: IdentityServices): void {
  authRoutes(app, services.auth)
  apiTokensRoutes(app, services.apiTokens)
  twoFactorRoutes(app, services.twoFactor, services.auth.reauthenticate)
  sessionsRoutes(app, services.sessions, services.auth.reauthenticate)
  usersRoutes(app, services.users)
  passwordLinksRoutes(app, services.passwordLinks)
  companiesRoutes(app, services.companies)
}
