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
import type { Sealer } from '#platform/sealing.ts'
import type { Clock } from '#ports/clock.ts'

export function wirePeople({
  database,
  clock,
  session,
  sealer,
  audit,
  apiTokens,
  webhookProblem,
}: {
  database: Database
  clock: Clock
  session: Config['session']
  sealer: Sealer
  audit: AuditLog
  apiTokens: Pick<ApiTokensService, 'removeAllWithin'>
  webhookProblem: (url: string) => string | null
}) {
  const attempts = loginThrottle({ database, clock, audit })
  const twoFactor = twoFactorService({ database, clock, sealer, attempts, audit })
  return {
    attempts,
    auth: authService({ database, clock, session, attempts, twoFactor, apiTokens, audit }),
    twoFactor,
    sessions: sessionsService({ database, clock, session, audit }),
    users: usersService({ database, clock, audit, webhookProblem }),
  }
}
