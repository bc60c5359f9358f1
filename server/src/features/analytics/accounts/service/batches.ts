/** What refers to accounts, read before they are moved or deleted. */
import type { AccountUses } from '@tangelo/contract'
import type { Database } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AccountsService } from '../accounts.service.ts'
import { accountsStore } from '../accounts.store.ts'

export type AccountBatchesService = ReturnType<typeof accountBatchesService>

type Count<Counted> = (companyId: number, accountIds: readonly number[]) => Promise<Counted>

export function accountBatchesService({
  database,
  accounts,
  counts,
}: {
  database: Database
  accounts: Pick<AccountsService, 'allVisibleTo'>
  /** What refers to accounts of one company: each is counted by the part that keeps it. */
  counts: {
    groups: Count<number>
    links: Count<{ links: number; calendars: number }>
    reportSchedules: Count<number>
    connections: (accountIds: readonly number[]) => Promise<number>
  }
}) {
  const store = accountsStore(database.queries)

  return {
    /** By company. Throws `not_found` where one of the accounts is not visible. */
    async uses(viewer: Viewer, accountIds: readonly number[]): Promise<AccountUses[]> {
      const rows = await accounts.allVisibleTo(viewer, accountIds)
      const companies = [...Map.groupBy(rows, ({ company_id }) => company_id)].sort(([one], [other]) => one - other)
      const answer: AccountUses[] = []
      for (const [companyId, some] of companies) {
        const ids = some.map(({ id }) => id)
        const { links, calendars } = await counts.links(companyId, ids)
        answer.push({
          companyId,
          companyName: (await store.companyName(companyId)) ?? '',
          groups: await counts.groups(companyId, ids),
          calendars,
          links,
          reportSchedules: await counts.reportSchedules(companyId, ids),
          connections: await counts.connections(ids),
        })
      }
      return answer
    },
  }
}
