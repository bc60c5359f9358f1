/**
 * Accounts that their owners have connected: which there are, whether they can still be used, and forgetting one. What opens
 * them is sealed for company and account (`service/accesses.ts`). See docs/decisions/0058.
 */
import type { OwnAccount, OwnAccounts } from '@tangelo/contract'
import { PUBLISHING_LOGINS } from '@tangelo/contract/limits'
import type { AccountsService } from '#features/analytics/index.ts'
import { type AuditLog, type ProviderQuotasService, publishEvents, scopeWithin } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import { mayPublish } from './own-accounts.policy.ts'
import { notConnected, permissionsOf, quotaOf, toOwnAccount, unwrapOutcome, WAY_BACK_MS } from './own-accounts.rules.ts'
import { ownAccountsStore } from './own-accounts.store.ts'
import type { OwnAccesses } from './service/accesses.ts'
import { statesStore } from './store/states.ts'

export type OwnAccountsService = ReturnType<typeof ownAccountsService>

const CHECK_MS = 20_000

export interface EndingAccess {
  accountId: number
  companyId: number
  username: string
  /** Epoch milliseconds; also when it ended. */
  endsAt: number
  isOver: boolean
  /** In a sentence; null where it simply comes to its end. */
  why: string | null
}

export function ownAccountsService({
  database,
  clock,
  audit,
  accounts,
  logins,
  accesses,
  quotas,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  accounts: AccountsService
  logins: PublishingLogins
  accesses: OwnAccesses
  quotas: Pick<ProviderQuotasService, 'end'>
}) {
  const store = ownAccountsStore(database.queries)
  const states = statesStore(database.queries)
  const offered = PUBLISHING_LOGINS.flatMap((name) => logins[name] ?? [])

  /** How the viewer's last sign-in for this account went, while it is news. */
  async function lastSignIn({ userId }: Viewer, accountId: number | undefined): Promise<OwnAccounts['lastSignIn']> {
    if (accountId === undefined || userId === null) return null
    const last = await states.last(userId, accountId)
    if (!last || last.used_at === null || clock.now() - last.used_at > WAY_BACK_MS) return null
    return { at: momentToText(last.used_at), problem: last.problem }
  }

  return {
    /** Throws `access_denied` for who may not publish, and `not_found` for an account that the viewer does not see. */
    async list(viewer: Viewer, asked: { companyId?: number; accountId?: number }): Promise<OwnAccounts> {
      mayPublish(viewer)
      if (asked.accountId !== undefined) await accounts.visibleTo(viewer, asked.accountId)
      const rows = await store.list(scopeWithin(viewer, asked.companyId), asked.accountId)
      return {
        logins: offered.map(({ name, title, takesUploads }) => ({
          name,
          title,
          takesUploads,
          permissions: permissionsOf(name),
        })),
        accounts: rows.map((row) => toOwnAccount(row, clock.now())),
        lastSignIn: await lastSignIn(viewer, asked.accountId),
      }
    },

    /** Reads the account and its quota with what opens it. An access that the service has ended is forgotten. */
    async check(viewer: Viewer, accountId: number): Promise<OwnAccount> {
      mayPublish(viewer)
      await accounts.visibleTo(viewer, accountId)
      const open = await accesses.open(accountId)
      if (!open) throw notConnected()
      const signal = AbortSignal.timeout(CHECK_MS)
      const quota = await open.login.quota(open.access, signal)
      if (quota.is === 'refused' && quota.refusal.step === 'sign_in') await accesses.end(open, quota.refusal.message)
      else await accesses.noteQuota(accountId, unwrapOutcome(quota))
      const row = await store.find(accountId)
      if (!row) throw notFound('Account')
      return toOwnAccount(row, clock.now())
    },

    /** Forgets what opens it. The service offers no call that ends access, so a person removes the application there. */
    async disconnect(viewer: Viewer, accountId: number): Promise<{ removalPage: string | null }> {
      mayPublish(viewer)
      const account = await accounts.visibleTo(viewer, accountId)
      const row = await store.find(accountId)
      await database.transaction(async (tx) => {
        await ownAccountsStore(tx).remove(accountId)
        await quotas.end(tx, quotaOf(accountId).name)
        if (!row) return
        const { id, username, company_id: companyId } = account
        const object = { kind: 'account', id, name: username } as const
        await audit.record(tx, viewer, {
          act: 'account.disconnected',
          object,
          companyId,
          details: { login: row.login },
        })
        await publishEvents(tx, [{ companyId, kind: 'accounts-changed' }], clock.now())
      })
      return { removalPage: (row && logins[row.login]?.removalPage) ?? null }
    },

    /** How many of these accounts their owners have connected. Not limited to what a viewer sees. */
    countOf: store.countOf,

    /** Accesses that end before a moment, and those that have ended, with the reason. */
    async ending(before: number): Promise<EndingAccess[]> {
      const now = clock.now()
      return (await store.ending(before)).map((row) => {
        const endsAt = row.ended_at ?? row.expires_at ?? now
        const { account_id: accountId, company_id: companyId, username } = row
        const isOver = row.sealed === null || endsAt <= now
        return { accountId, companyId, username, endsAt, isOver, why: row.ended_why ?? row.renewal_failure }
      })
    },

    /** Safe to repeat. */
    async purge(): Promise<void> {
      await states.forget(clock.now() - WAY_BACK_MS)
      await store.forgetMoved()
      await store.forgetQuotas()
    },
  }
}
