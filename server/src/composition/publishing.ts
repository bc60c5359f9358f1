/** The wiring of publishing: the accounts that their owners have connected. */
import type { AccountsService } from '#features/analytics/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import { ownAccesses, ownAccountJobs, ownAccountsService, signIns } from '#features/publishing/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogins } from '#ports/publishing.ts'

export function composePublishing(parts: {
  database: Database
  clock: Clock
  log: Log
  audit: AuditLog
  encryption: Encryption
  accounts: AccountsService
  logins: PublishingLogins
}) {
  const accesses = ownAccesses(parts)
  const ownAccounts = ownAccountsService({ ...parts, accesses })
  const renewing = ownAccountJobs({ ...parts, accesses })
  return {
    services: { ownAccounts, ownAccountSignIns: signIns(parts) },
    handlers: renewing.handlers,
    schedules: renewing.schedules,
    purge: ownAccounts.purge,
  }
}
