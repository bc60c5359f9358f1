/** What a person's week held, and what the next one brings. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

export function weekView(db: Queries, companyId: number | 'all') {
  const isWithin =
    companyId === 'all' ? sql<boolean>`not ${inDemo('company_id')}` : sql<boolean>`company_id = ${companyId}`
  return {
    /** The largest first. */
    moves: async (from: number, to: number) => {
      const rows = await db
        .selectFrom('alert_causes')
        .select(['name as username', 'marker as day', 'amount as change'])
        .where('kind', '=', 'anomaly')
        .where('marker', '>=', from)
        .where('marker', '<=', to)
        .where(isWithin)
        .orderBy(sql`abs(amount)`, 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ username, day, change }) => ({ username, day: Number(day), change: change ?? 0 }))
    },

    due: async (now: number): Promise<number> => {
      const row = await db
        .selectFrom('content_items')
        .select((items) => items.fn.countAll<number>().as('count'))
        .where('is_gone', '=', 0)
        .where('publish_at', '>=', now)
        .where('publish_at', '<', now + WEEK_MS)
        .where('status_key', 'not in', ['published', 'delete'])
        .where(isWithin)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}
