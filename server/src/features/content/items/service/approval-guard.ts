/** Keeps the rule of a company in the transaction that writes its items, whatever the route (docs/decisions/0046). */
import type { Queries } from '#platform/database/database.ts'
import type { ItemRow } from '../items.rules.ts'
import { liveApproval, needsApproval } from '../rules/approval-rule.ts'
import { contentHash } from '../rules/public-content.ts'
import { itemApprovalsStore } from '../store/approvals.ts'

interface Wanted {
  /** Null for a new item. */
  before: ItemRow | null
  after: ItemRow
}

/**
 * Ids of the items that must not be written so: their company requires an approval, and none counts for what they would be. In a
 * transaction that has locked the items, `use` makes the approvals that are relied on final.
 */
export async function withoutApproval(
  queries: Queries,
  wanted: readonly Wanted[],
  now: number,
  { use }: { use: boolean },
): Promise<Set<string>> {
  const guarded = wanted.filter(({ before, after }) => needsApproval(before, after))
  if (guarded.length === 0) return new Set()
  const store = itemApprovalsStore(queries)
  const companies = await store.requiring([...new Set(guarded.map(({ after }) => after.company_id))])
  const due = guarded.filter(({ after }) => companies.has(after.company_id))
  if (due.length === 0) return new Set()
  const answers = Map.groupBy(await store.standing(due.map(({ after }) => after.id)), ({ item_id }) => item_id)
  const approvals = due.map(({ after }) => ({
    id: after.id,
    approval: liveApproval(answers.get(after.id) ?? [], contentHash(after), now),
  }))
  const reliedOn = approvals.flatMap(({ approval }) => approval?.id ?? [])
  const standing = use ? await store.use(reliedOn, now) : new Set(reliedOn)
  return new Set(approvals.filter(({ approval }) => !approval || !standing.has(approval.id)).map(({ id }) => id))
}

/** How the approval of an item stands for going out as it is. `edited`: something else of it was approved. */
export async function approvalStanding(
  queries: Queries,
  item: ItemRow,
  now: number,
): Promise<'not_needed' | 'approved' | 'missing' | 'edited'> {
  const store = itemApprovalsStore(queries)
  if (!(await store.requiring([item.company_id])).has(item.company_id)) return 'not_needed'
  const answers = await store.standing([item.id])
  if (liveApproval(answers, contentHash(item), now)) return 'approved'
  return answers.some(({ answer }) => answer === 'approved') ? 'edited' : 'missing'
}
