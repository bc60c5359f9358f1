/** The wiring of identity: users, companies, sessions, the ways to sign in, and API tokens. */
import type { AuditLog } from '#features/core/index.ts'
import {
  apiTokensService,
  authService,
  companiesService,
  loginThrottle,
  rateLimitService,
  sessionsService,
  twoFactorService,
  usersService,
} from '#features/identity/index.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'

export function composeIdentity({
  database,
  clock,
  session,
  encryption,
  audit,
  payments,
  isAlone,
  webhookProblem,
}: {
  database: Database
  clock: Clock
  session: Config['session']
  encryption: Encryption
  audit: AuditLog
  payments: Pick<Payments, 'mode'>
  /** No other process works on this store. */
  isAlone: boolean
  webhookProblem: (url: string) => string | null
}) {
  const attempts = loginThrottle({ database, clock, audit })
  const twoFactor = twoFactorService({ database, clock, encryption, attempts, audit })
  const limits = rateLimitService({ database, clock, isAlone })
  const apiTokens = apiTokensService({ database, clock, audit, limits })
  const auth = authService({ database, clock, session, attempts, twoFactor, apiTokens, audit })
  return {
    attempts,
    services: {
      auth,
      apiTokens,
      twoFactor,
      sessions: sessionsService({ database, clock, session, audit }),
      users: usersService({ database, clock, audit, webhookProblem }),
      companies: companiesService({ database, clock, audit, payments }),
    },
    async purge(): Promise<void> {
      await auth.purge()
      await apiTokens.purge()
    },
  }
}
