/** Items of a status by date are listed and counted in an index alone. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const plannedDates: Migration = {
  name: '0012-planned-dates',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      'drop index content_items_company_dated',
      'drop index content_items_dated',
      'create index content_items_company_dated on content_items (company_id, status_key, publish_at, id, publish_date) where is_gone = 0 and publish_at is not null',
      'create index content_items_dated on content_items (status_key, publish_at, id, publish_date, company_id) where is_gone = 0 and publish_at is not null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
