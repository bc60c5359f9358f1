/** The items of requests with what was answered about them, as they stand at this moment. */
import { readItems } from '#features/content/index.ts'
import type { Queries } from '#platform/database/database.ts'
import type { AskedItem } from '../approvals.rules.ts'
import { approvalsStore, type RequestRow } from '../approvals.store.ts'

type AskedRow = Awaited<ReturnType<ReturnType<typeof approvalsStore>['itemsOf']>>[number]

/** An item that has moved to another company is none of this request's any more. */
export async function withAnswers(queries: Queries, rows: readonly AskedRow[]): Promise<(AskedItem & AskedRow)[]> {
  const [items, decisions] = await Promise.all([
    readItems(queries, [...new Set(rows.map(({ item_id }) => item_id))]),
    approvalsStore(queries).decisionsOf(rows.map(({ id }) => id)),
  ])
  const byId = new Map(items.map((item) => [item.id, item]))
  const byAsked = Map.groupBy(decisions, ({ approval_item_id }) => approval_item_id)
  return rows.map((row) => {
    const item = byId.get(row.item_id)
    return {
      ...row,
      itemId: row.item_id,
      item: item?.company_id === row.company_id ? item : undefined,
      decisions: byAsked.get(row.id) ?? [],
    }
  })
}

/** By request. */
export async function itemsOfRequests(
  queries: Queries,
  requests: readonly Pick<RequestRow, 'id'>[],
): Promise<Map<number, (AskedItem & AskedRow)[]>> {
  const rows = await approvalsStore(queries).itemsOf(requests.map(({ id }) => id))
  return Map.groupBy(await withAnswers(queries, rows), ({ request_id }) => request_id)
}
