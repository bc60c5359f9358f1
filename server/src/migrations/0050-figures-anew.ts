/**
 * Figures of periods are made anew for accounts of which they are made in another way now: those with a pinned post, which says nothing
 * of the posts before it, and those that are not read every day.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const figuresAnew: Migration = {
  name: '0050-figures-anew',
  file: import.meta.url,
  async up({ queries }) {
    await sql`update accounts set figures_due = 1 where captured_at is not null and figures_due = 0
      and (refresh_days > 1 or id in (select account_id from posts where is_pinned = 1))`.execute(queries)
  },
}
