/** The wiring of identity: users, companies, sessions, the ways to sign in, and API tokens. */
import type { AuditLog } from '#features/core/index.ts'
import {
  apiTokensService,
  authService,
  companiesService,
  loginThrottle,
  passwordLinksService,
  rateLimitService,
  sessionsService,
  twoFactorService,
  type UserWebhooks,
  usersService,
} from '#features/identity/index.ts'
import type { Mail, MailAddresses } from '#features/mail/index.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'

export function composeIdentity({
  database,
  clock,
  session,
  encryption,
  audit,
  log,
  payments,
  isAlone,
  mail,
  mailRecipients: addresses,
  webhooks,
}: {
  database: Database
  clock: Clock
  session: Config['session']
  encryption: Encryption
  audit: AuditLog
  log: Log
  payments: Pick<Payments, 'mode'>
  /** No other process works on this store. */
  isAlone: boolean
  mail: Mail
  mailRecipients: MailAddresses
  webhooks: UserWebhooks
}) {
  const attempts = loginThrottle({ database, clock, audit })
  const twoFactor = twoFactorService({ database, clock, encryption, attempts, audit })
  const limits = rateLimitService({ database, clock, isAlone })
  const apiTokens = apiTokensService({ database, clock, audit, limits })
  const auth = authService({ database, clock, session, attempts, twoFactor, apiTokens, audit, mail })
  const passwordLinks = passwordLinksService({ database, clock, audit, attempts, mail, addresses, log })
  return {
    attempts,
    services: {
      auth,
      apiTokens,
      twoFactor,
      sessions: sessionsService({ database, clock, session, audit }),
      users: usersService({ database, clock, audit, mail, addresses, invitations: passwordLinks, webhooks }),
      passwordLinks,
      companies: companiesService({ database, clock, audit, payments }),
    },
    async purge(): Promise<void> {
      await auth.purge()
      await passwordLinks.purge()
      await apiTokens.purge()
    },
  }
}
