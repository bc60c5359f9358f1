/** The wiring of publishing: the accounts that their owners have connected. */
import type { AccountsService } from '#features/analytics/index.ts'
import { ownAccountsService } from '#features/publishing/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogins } from '#ports/publishing.ts'

export function composePublishing(parts: {
  database: Database
  clock: Clock
  accounts: AccountsService
  logins: PublishingLogins
}) {
  return { services: { ownAccounts: ownAccountsService(parts) } }
}
