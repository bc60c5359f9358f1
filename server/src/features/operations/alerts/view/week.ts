/** What a person's week held, and what the next one brings. */
import { sql } from 'kysely'
import { momentOfDay } from '#platform/calendar.ts'
import type { Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'

const WEEK_DAYS = 7
const WEEK_MS = WEEK_DAYS * 24 * 60 * 60_000

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

    /** Posts of the next seven days. Those with a day and no time are counted from the whole of `today` on. */
    due: async (now: number, today: number): Promise<number> => {
      const [first, end] = [momentOfDay(today), momentOfDay(today + WEEK_DAYS)]
      const row = await db
        .selectFrom('content_items')
        .select((items) => items.fn.countAll<number>().as('count'))
        .where('is_gone', '=', 0)
        .where('publish_at', '>=', Math.min(now, first))
        .where('publish_at', '<', Math.max(now + WEEK_MS, end))
        .where(
          sql<boolean>`case when length(publish_date) = ${sql.lit('YYYY-MM-DD'.length)}
            then publish_at >= ${first} and publish_at < ${end}
            else publish_at >= ${now} and publish_at < ${now + WEEK_MS} end`,
        )
        .where('status_key', 'not in', ['published', 'delete'])
        .where(isWithin)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}
