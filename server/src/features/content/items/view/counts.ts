/** How many items a company has: by status, without a date, and waiting for approval. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import { inScope, isHere, isLinked, itemsIn, type LinkFilter, type Scope, within } from '../items.view.ts'
import { UNPLANNED } from './plan-filters.ts'

const itemsWith = (status: string) =>
  sql<number>`coalesce(sum(case when status_key = ${sql.lit(status)} then items else 0 end), 0)`

const countByStatus = (db: Queries, scope: Scope) =>
  db
    .selectFrom('content_counts')
    .where(within(scope))
    .select([
      itemsWith('draft').as('draft'),
      itemsWith('approved').as('approved'),
      itemsWith('published').as('published'),
      sql<number>`coalesce(sum(items), 0)`.as('total'),
      sql<number>`coalesce(sum(case when status_key in ('draft', 'approved') then undated else 0 end), 0)`.as(
        'undated',
      ),
    ])

const countWaiting = (db: Queries, scope: Scope) =>
  inScope(db, scope)
    .where(isHere)
    .where('approval_asked_at', 'is not', null)
    .select((select) => select.fn.countAll<number>().as('items'))

const counts = {
  ofAll: prepareQuery((db) => countByStatus(db, 'all'), { remembered: 1 }),
  ofOne: prepareQuery((db, companyId: number) => countByStatus(db, companyId), { remembered: 100 }),
}
const waiting = {
  ofAll: prepareQuery((db) => countWaiting(db, 'all'), { remembered: 1 }),
  ofOne: prepareQuery((db, companyId: number) => countWaiting(db, companyId), { remembered: 100 }),
}

/** Linked items are counted by status, as their index holds them. */
export async function countItems(db: Queries, scope: Scope, links: LinkFilter) {
  if (isLinked(links)) {
    const rows = await itemsIn(db, scope, links)
      .select([
        'status_key',
        sql<number>`count(*)`.as('items'),
        sql<number>`count(publish_at)`.as('dated'),
        sql<number>`count(approval_asked_at)`.as('asked'),
      ])
      .groupBy('status_key')
      .execute()
    const of = (status: string) => Number(rows.find(({ status_key }) => status_key === status)?.items ?? 0)
    const sum = (number: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + number(row), 0)
    return {
      draft: of('draft'),
      approved: of('approved'),
      published: of('published'),
      total: sum(({ items }) => Number(items)),
      undated: sum((row) => (UNPLANNED.includes(row.status_key) ? Number(row.items) - Number(row.dated) : 0)),
      needsApproval: sum(({ asked }) => Number(asked)),
    }
  }
  const [[row], [asked]] = await (scope === 'all'
    ? Promise.all([counts.ofAll(db), waiting.ofAll(db)])
    : Promise.all([counts.ofOne(db, scope), waiting.ofOne(db, scope)]))
  const none = { draft: 0, approved: 0, published: 0, total: 0, undated: 0 }
  return { ...(row ?? none), needsApproval: Number(asked?.items ?? 0) }
}
