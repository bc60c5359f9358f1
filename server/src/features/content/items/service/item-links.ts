/** Accounts and users that items may be linked with: those of the item's company, and for administrators administrators. */
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { ItemChange, Link } from '../items.rules.ts'
import { itemsStore } from '../items.store.ts'

/** What a client says of a plan. Absent leaves alone, null clears. */
export interface PlanChange {
  accountId?: number | null | undefined
  assigneeId?: number | null | undefined
  needsApproval?: boolean | undefined
}

/** Throws `not_found` alike for an account or a user that there is not, and for one of another company. */
export async function resolvePlan(
  { queries }: Pick<Database, 'queries'>,
  { viewer, companyId, at }: { viewer: Viewer; companyId: number; at: number },
  { accountId, assigneeId, needsApproval }: PlanChange,
): Promise<ItemChange> {
  const store = itemsStore(queries)
  return {
    account: await requireLink(accountId, 'Account', (id) => store.account(id, companyId)),
    assignee: await requireLink(assigneeId, 'User', (id) => store.assignee(id, companyId, viewer.role === 'admin')),
    approvalAskedAt: needsApproval === undefined ? undefined : needsApproval ? momentToText(at) : null,
  }
}

async function requireLink<Linked extends Link>(
  id: number | null | undefined,
  what: string,
  find: (id: number) => Promise<Linked | undefined>,
): Promise<Linked | null | undefined> {
  if (id === null || id === undefined) return id
  const link = await find(id)
  if (!link) throw notFound(what)
  return link
}
