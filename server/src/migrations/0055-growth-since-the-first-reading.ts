/** Growth of accounts that begin inside a period counts from their first reading: their figures of periods are made anew. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const growthSinceFirstReading: Migration = {
  name: '0055-growth-since-the-first-reading',
  file: import.meta.url,
  async up({ queries }) {
    await sql`update accounts set figures_due = 1 where captured_at is not null and figures_due = 0
      and id in (select account_id from account_periods where growth is null and followers is not null)`.execute(
      queries,
    )
  },
}
