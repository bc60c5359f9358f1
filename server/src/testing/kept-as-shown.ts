/** What must hold of a store after any test, whatever it did: what is kept ready says what the rows say. */
import { expect } from 'vitest'
import { renderAccount } from '#features/analytics/accounts/accounts.rules.ts'
import { renderCalendarItem, renderItem, searchText } from '#features/content/items/rules/item-json.ts'
import type { Database } from '#platform/database/database.ts'

export async function expectKeptAsShown(database: Database): Promise<void> {
  await expectShownAsKept(database)
  await expectItemsAsKept(database)
  await expectLedgerAsRendered(database)
}

/** Whatever a test did: what lists show of an account is what its row says. */
async function expectShownAsKept({ queries }: Database) {
  const rows = await queries.selectFrom('accounts').selectAll().where('shown', 'is not', null).execute()
  for (const row of rows) expect(row.shown, `what is shown of ${row.username}`).toBe(renderAccount(row))
}

/** What lists show of content items is what their rows say, and the counts are those of the rows. */
async function expectItemsAsKept({ queries }: Database) {
  const items = await queries.selectFrom('content_items').selectAll().execute()
  const rows = items.map((row) => ({ ...row, account_name: null, account_picture: null, assignee_name: null }))
  const counts = new Map<string, { items: number; undated: number }>()
  for (const row of rows) {
    if (row.shown !== null) expect(row.shown, `what is shown of ${row.id}`).toBe(renderItem(row))
    if (row.planned !== null) expect(row.planned, `what a calendar shows of ${row.id}`).toBe(renderCalendarItem(row))
    expect(row.search_text).toBe(searchText(row))
    if (row.is_gone === 1) continue
    const key = `${row.company_id} ${row.status_key}`
    const { items, undated } = counts.get(key) ?? { items: 0, undated: 0 }
    counts.set(key, { items: items + 1, undated: undated + (row.publish_at === null ? 1 : 0) })
  }
  const kept = await queries.selectFrom('content_counts').selectAll().where('items', '!=', 0).execute()
  expect(
    Object.fromEntries(
      kept.map(({ company_id, status_key, items, undated }) => [`${company_id} ${status_key}`, { items, undated }]),
    ),
  ).toEqual(Object.fromEntries(counts))
}

/** The credits are right: a render with a video was paid for once, one without a video was not. */
async function expectLedgerAsRendered({ queries }: Database) {
  const entries = await queries.selectFrom('credit_entries').selectAll().execute()
  for (const [companyId, own] of Map.groupBy(entries, ({ company_id }) => company_id)) {
    const left = own.reduce((sum, { credits }) => sum + credits, 0)
    expect(left, `credits of company ${companyId}`).toBeGreaterThanOrEqual(0)
  }
  const moved = new Map(entries.map(({ company_id, reason, credits }) => [`${company_id} ${reason}`, credits]))
  for (const { id, company_id, state } of await queries.selectFrom('renders').selectAll().execute()) {
    const reason = `${company_id} render:${id}`
    expect(moved.get(reason), `what render ${id} took`).toBe(-1)
    const isBack = state === 'failed' || state === 'cancelled'
    expect(moved.get(`${reason}:back`), `what render ${id} gave back`).toBe(isBack ? 1 : undefined)
  }
}
