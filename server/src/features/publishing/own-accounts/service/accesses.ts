/** What opens an own account, for calls of that account alone; and what happens when the service ends it. */
import type { OwnPermission } from '@tangelo/contract/limits'
import { type AuditLog, publishEvents, THE_SERVER } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { DecryptionError, type Encryption, WrongKeyError } from '#platform/encryption.ts'
import type { Clock } from '#ports/clock.ts'
import type { Access, PublishingLogin, PublishingLogins, Quota } from '#ports/publishing.ts'
import { type OwnAccountRow, otherwiseCalled, purposeOf, unwrapOutcome } from '../own-accounts.rules.ts'
import { ownAccountsStore } from '../own-accounts.store.ts'

export type OwnAccesses = ReturnType<typeof ownAccesses>

/** An account that can be used now. */
export interface OpenAccount {
  accountId: number
  companyId: number
  username: string
  login: PublishingLogin
  access: Access
  permissions: readonly OwnPermission[]
  /** The person's role and permission allow it. */
  mayPublish: boolean
  /** Epoch milliseconds; null where the service gave no end. */
  expiresAt: number | null
  /** Of this access alone: what `end` compares. */
  sealed: string
}

const DESCRIBE_MS = 10_000
const UNREADABLE = 'The access can no longer be read. Connect the account again.'

export function ownAccesses({
  database,
  clock,
  audit,
  encryption,
  logins,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  encryption: Encryption
  logins: PublishingLogins
}) {
  const store = ownAccountsStore(database.queries)

  async function end(row: Pick<OwnAccountRow, 'account_id' | 'company_id' | 'username'>, sealed: string, why: string) {
    const { account_id: accountId, company_id: companyId, username } = row
    await database.transaction(async (tx) => {
      const now = clock.now()
      if (!(await ownAccountsStore(tx).end(accountId, sealed, { at: now, why }))) return
      const object = { kind: 'account', id: accountId, name: username } as const
      await audit.record(tx, THE_SERVER, { act: 'account.connection-lost', object, companyId, details: { why } })
      await publishEvents(tx, [{ companyId, kind: 'accounts-changed' }], now)
    })
  }

  /** Null where it opens nothing: the access was changed on the disk, which ends it. A missing key is thrown: it may come back. */
  async function secretOf(row: OwnAccountRow): Promise<string | null> {
    if (row.sealed === null) return null
    try {
      return encryption.decrypt(row.sealed, purposeOf(row))
    } catch (error) {
      if (error instanceof WrongKeyError || !(error instanceof DecryptionError)) throw error
      await end(row, row.sealed, UNREADABLE)
      return null
    }
  }

  async function open(accountId: number): Promise<OpenAccount | null> {
    const row = await store.find(accountId)
    const login = row && logins[row.login]
    if (!row || !login || row.sealed === null) return null
    if (row.expires_at !== null && clock.now() >= row.expires_at) return null
    const secret = await secretOf(row)
    if (secret === null) return null
    const permissions = JSON.parse(row.permissions) as OwnPermission[]
    return {
      accountId,
      companyId: row.company_id,
      username: row.username,
      login,
      access: { accountId: row.instagram_id, secret },
      permissions,
      mayPublish: row.may_publish === 1 && permissions.includes('publish'),
      expiresAt: row.expires_at,
      sealed: row.sealed,
    }
  }

  const endOpened = (
    { accountId, companyId, username, sealed }: Pick<OpenAccount, 'accountId' | 'companyId' | 'username' | 'sealed'>,
    why: string,
  ): Promise<void> => end({ account_id: accountId, company_id: companyId, username }, sealed, why)

  return {
    secretOf,

    /** Null where the account is not connected, its access has ended, or the installation no longer offers its login. */
    open,

    /**
     * Before a tracked account gets another name: posts go to the account that was connected, and its figures come from there. Throws
     * `connected` where Instagram calls that one otherwise, and where it cannot be asked.
     */
    async confirmName(accountId: number, username: string): Promise<void> {
      const opened = await open(accountId)
      if (!opened) return
      const described = await opened.login.describe(opened.access, AbortSignal.timeout(DESCRIBE_MS))
      if (described.is === 'refused' && described.refusal.step === 'sign_in') {
        await endOpened(opened, described.refusal.message)
        return
      }
      if (unwrapOutcome(described).username.toLowerCase() !== username.toLowerCase()) throw otherwiseCalled(username)
    },

    /** After a refusal whose step is `sign_in`: the token is forgotten, unless it has been replaced meanwhile. */
    end: endOpened,

    noteQuota: (accountId: number, { used, total }: Quota): Promise<void> =>
      store.noteQuota(accountId, { used, total, at: clock.now() }),
  }
}
