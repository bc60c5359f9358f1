/** Who signs in, and how: the rooms of users, sessions and the steps of signing in. */

import type { AuditLog } from '#features/core/index.ts'
import type { ApiTokensService } from '#features/identity/index.ts'
import {
  authService,
  loginThrottle,
  sessionsService,
  twoFactorService,
  usersService,
} from '#features/identity/index.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Clock } from '#ports/clock.ts'

export function wirePeople({
  database,
  clock,
  session,
  encryption,
  audit,
  apiTokens,
  webhookProblem,
}: {
  database: Database
  clock: Clock
  session: Config['session']
  encryption: Encryption
  audit: AuditLog
  apiTokens: Pick<ApiTokensService, 'removeAllWithin'>
  webhookProblem: (url: string) => string | null
}) {
  const attempts = loginThrottle({ database, clock, audit })
  const twoFactor = twoFactorService({ database, clock, encryption, attempts, audit })
  return {
    attempts,
    auth: authService({ database, clock, session, attempts, twoFactor, apiTokens, audit }),
    twoFactor,
    sessions: sessionsService({ database, clock, session, audit }),
    users: usersService({ database, clock, audit, webhookProblem }),
  }
}
