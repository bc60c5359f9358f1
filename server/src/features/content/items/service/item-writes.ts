/**
 * The one place that decides how content items are written. Every change of an item, made here or in Airtable, comes through
 * `writeItems`, which updates the counts, adds to the history, and publishes events and webhooks in the same transaction.
 */
import { publishEvents, visible } from '#features/core/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import type { Queries } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { truncate } from '#platform/truncate.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { ItemRow } from '../items.rules.ts'
import { itemsStore } from '../items.store.ts'
import { approvalRequired, statusHeld } from '../rules/approval-rule.ts'
import { countMoves } from '../rules/counts.ts'
import { type Author, decide, deriveColumns, type ItemWrite, outcomeOf } from '../rules/decide-write.ts'
import { asContentItem } from '../rules/item-json.ts'
import { type Into, itemWritesStore, lockItems as lockRows } from '../store/item-writes.ts'
import { withoutApproval } from './approval-guard.ts'

export const authorOf = ({ userId, username }: Pick<Viewer, 'userId' | 'username'>): Author => ({
  origin: 'here',
  name: username,
  userId,
})

/** The author of what comes from Airtable. */
export const TABLE_AUTHOR: Author = { origin: 'table', name: null, userId: null }

/** These items, also those that are gone, by id; locked until the transaction ends. */
export const lockItems = (into: Into, ids: readonly string[]): Promise<Map<string, ItemRow>> => lockRows(into, ids)

/** Items by id, also deleted ones, of any company. */
export const readItems = (queries: Queries, ids: readonly string[]): Promise<ItemRow[]> => itemsStore(queries).rows(ids)

/** Of these items those that the viewer sees, by id. */
export async function visibleItems(
  queries: Queries,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, ItemRow>> {
  const rows = (await readItems(queries, ids)).filter((row) => row.is_gone === 0 && visible(viewer, row))
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Writes items and answers them as they now are, in order. An item without changes keeps its version. An item must stand in
 * `writes` once. Throws when a new item's id is taken, also by another company, `not_found` for an account or a user that is
 * set and was deleted meanwhile, and `approval_required` where the rule of the company forbids it. Text must be storable:
 * well-formed Unicode without U+0000.
 */
export async function writeItems(
  into: Into,
  writes: readonly ItemWrite[],
  author: Author,
  now: number,
): Promise<ItemRow[]> {
  const store = itemWritesStore(into)
  await expectLinks(store, writes)
  const decided = (await expectApproved(into, writes, author, now)).map((write) => decide(write, author))
  const added = decided.filter(({ isNew }) => isNew).map(({ after }) => ({ ...after, ...deriveColumns(after) }))
  if ((await store.insert(added)) < added.length) throw new Error('The id of a new item is taken')
  for (const { before, after, isReal } of decided)
    if (before && after !== before) await store.update(before, after, isReal ? deriveColumns(after) : null)
  await store.addHistory(decided.flatMap(({ entries }) => entries))
  const real = decided.filter(({ isReal }) => isReal)
  const companies = new Set(real.map(({ after }) => after.company_id))
  const events = [...companies].map((companyId) => ({ companyId, kind: 'content-changed' as const }))
  await publishEvents(into.queries, events, now)
  await enqueueDraftWebhooks(into.queries, real, author, now)
  // Last before the commit: on PostgreSQL transactions that move the same count wait for each other.
  await store.moveCounts(countMoves(real))
  return decided.map(({ after }) => after)
}

/** The writes as the rules of their companies allow them. Throws `approval_required`. */
async function expectApproved(
  into: Into,
  writes: readonly ItemWrite[],
  author: Author,
  now: number,
): Promise<readonly ItemWrite[]> {
  const unapproved = await withoutApproval(into.queries, writes.map(outcomeOf), now, { use: true })
  if (unapproved.size === 0) return writes
  return writes.map((write) => {
    if (!unapproved.has(write.before.id)) return write
    const { before, after } = outcomeOf(write)
    const { ifUnapproved = author.origin === 'table' ? 'hold' : 'throw', change, conflicts = [] } = write
    if (ifUnapproved === 'throw') throw approvalRequired(before, after)
    const status = statusHeld(before, after)
    const held = { field: 'status' as const, from: after.status, to: status ?? 'Draft' }
    return { ...write, change: { ...change, status }, conflicts: [...conflicts, held] }
  })
}

async function expectLinks(store: ReturnType<typeof itemWritesStore>, writes: readonly ItemWrite[]): Promise<void> {
  for (const [table, what, field] of [
    ['accounts', 'Account', 'account'],
    ['users', 'User', 'assignee'],
  ] as const) {
    const ids = [...new Set(writes.flatMap(({ change }) => change[field]?.id ?? []))]
    const there = await store.existing(table, ids)
    if (ids.some((id) => !there.has(id))) throw notFound(what)
  }
}

/** For items that were drafts or are drafts now. A new item from Airtable is no news to the company that keeps the table. */
async function enqueueDraftWebhooks(
  tx: Queries,
  writes: readonly ReturnType<typeof decide>[],
  { name, origin }: Author,
  now: number,
): Promise<void> {
  const isDraft = (row: ItemRow | null) => row?.status_key === 'draft'
  const calls = writes
    .filter(({ before, after, isNew }) => (isDraft(before) || isDraft(after)) && !(isNew && origin === 'table'))
    .map(({ after, isNew, fields }) => ({
      companyId: after.company_id,
      kind: 'draft.changed' as const,
      subject: truncate(after.caption),
      data: () => ({ post: asContentItem(after), isNew, isGone: after.is_gone === 1, changed: fields, by: name }),
    }))
  await enqueueWebhooks(tx, calls, now)
}
