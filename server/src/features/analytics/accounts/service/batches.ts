/** Many accounts moved or deleted by one request, each as if it were the only one; and what they leave. Safe to repeat. */
import type { AccountUses, BatchOutcome } from '@tangelo/contract'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AccountsService } from '../accounts.service.ts'
import { accountsStore } from '../accounts.store.ts'

export type AccountBatchesService = ReturnType<typeof accountBatchesService>

type Count<Counted> = (companyId: number, ids: readonly number[]) => Promise<Counted>

export function accountBatchesService({
  database,
  accounts,
  counts,
}: {
  database: Database
  accounts: Pick<AccountsService, 'visibleAmong' | 'companyFor' | 'update' | 'remove'>
  /** What refers to accounts of one company: each is counted by the part that keeps it. */
  counts: {
    groups: Count<{ all: number[]; emptied: number[] }>
    links: Count<{ links: number; calendars: number }>
    linksOfGroups: Count<number>
    reportSchedules: Count<number>
    reportSchedulesOfGroups: Count<number>
    connections: (accountIds: readonly number[]) => Promise<number>
  }
}) {
  const store = accountsStore(database.queries)

  return {
    /** By company, of those that are left: an account may be deleted while it is chosen elsewhere. */
    async uses(viewer: Viewer, accountIds: readonly number[]): Promise<AccountUses[]> {
      const rows = await accounts.visibleAmong(viewer, accountIds)
      const companies = [...Map.groupBy(rows, ({ company_id }) => company_id)].sort(([one], [other]) => one - other)
      const answer: AccountUses[] = []
      for (const [companyId, some] of companies) {
        const ids = some.map(({ id }) => id)
        const { links, calendars } = await counts.links(companyId, ids)
        const groups = await counts.groups(companyId, ids)
        answer.push({
          companyId,
          companyName: (await store.company(companyId))?.name ?? '',
          groups: groups.all.length,
          emptyGroups: groups.emptied.length,
          emptyGroupLinks: await counts.linksOfGroups(companyId, groups.emptied),
          emptyGroupSchedules: await counts.reportSchedulesOfGroups(companyId, groups.emptied),
          calendars,
          links,
          reportSchedules: await counts.reportSchedules(companyId, ids),
          connections: await counts.connections(ids),
        })
      }
      return answer
    },

    /** Throws `invalid_input` for a company that there is not. */
    async move(viewer: Viewer, accountIds: readonly number[], companyId: number): Promise<BatchOutcome> {
      await accounts.companyFor(viewer, companyId)
      return doEach(accountIds, (id) => accounts.update(viewer, id, { companyId }))
    },

    remove: (viewer: Viewer, accountIds: readonly number[]): Promise<BatchOutcome> =>
      doEach(accountIds, async (id) => {
        try {
          await accounts.remove(viewer, id)
        } catch (error) {
          // It is gone, as was wanted: the answer of an earlier request may have been lost.
          if (!(error instanceof Failure && error.code === 'not_found')) throw error
        }
      }),
  }
}

/** Each in a transaction of its own, so that none is lost by the failure of another, and others may write in between. */
async function doEach(accountIds: readonly number[], act: (id: number) => Promise<unknown>): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { done: [], failed: [] }
  for (const id of new Set(accountIds)) {
    try {
      await act(id)
      outcome.done.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      outcome.failed.push({ accountId: id, error: error.code, message: error.message })
    }
  }
  return outcome
}
