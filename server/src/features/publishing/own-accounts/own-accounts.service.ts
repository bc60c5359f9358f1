/**
 * Accounts that their owners have connected, and what opens them: sealed for company and account, given out as `Access`
 * for calls of that account alone. See docs/decisions/0058.
 */
import type { OwnAccounts } from '@tangelo/contract'
import { PUBLISHING_LOGINS } from '@tangelo/contract/limits'
import type { AccountsService } from '#features/analytics/index.ts'
import { scopeWithin } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import { mayPublish } from './own-accounts.policy.ts'
import { permissionsOf, shownOwnAccount } from './own-accounts.rules.ts'
import { ownAccountsStore } from './own-accounts.store.ts'

export type OwnAccountsService = ReturnType<typeof ownAccountsService>

export function ownAccountsService({
  database,
  clock,
  accounts,
  logins,
}: {
  database: Database
  clock: Clock
  accounts: AccountsService
  logins: PublishingLogins
}) {
  const store = ownAccountsStore(database.queries)
  const offered = PUBLISHING_LOGINS.flatMap((name) => logins[name] ?? [])

  return {
    /** Throws `access_denied` for who may not publish, and `not_found` for an account that the viewer does not see. */
    async list(viewer: Viewer, wish: { companyId?: number; accountId?: number }): Promise<OwnAccounts> {
      mayPublish(viewer)
      if (wish.accountId !== undefined) await accounts.visibleTo(viewer, wish.accountId)
      const rows = await store.list(scopeWithin(viewer, wish.companyId), wish.accountId)
      return {
        logins: offered.map(({ name, title, takesUploads }) => ({
          name,
          title,
          takesUploads,
          permissions: permissionsOf(name),
        })),
        accounts: rows.map((row) => shownOwnAccount(row, clock.now())),
      }
    },
  }
}
