/** What publishing needs of connected accounts. */
import type { Database } from '#platform/database/database.ts'
import { ownAccountsStore } from '../../own-accounts/own-accounts.store.ts'
import type { OpenAccount, OwnAccesses } from '../../own-accounts/service/accesses.ts'

export type Opened = OpenAccount

export type PublishingAccess = ReturnType<typeof publishingAccess>

export function publishingAccess({
  database,
  accesses,
}: {
  database: Database
  accesses: Pick<OwnAccesses, 'open' | 'end'>
}) {
  const store = ownAccountsStore(database.queries)
  return {
    end: accesses.end,

    /** `ended`: its person has to sign in again. `gone`: it is not connected, or belongs to another company. */
    async open(accountId: number, companyId: number): Promise<Opened | 'ended' | 'gone'> {
      const opened = await accesses.open(accountId)
      if (opened) return opened.companyId === companyId ? opened : 'gone'
      const row = await store.find(accountId)
      return row?.company_id === companyId ? 'ended' : 'gone'
    },
  }
}
