/** Where a content item was published: see `platform/database/tables/content.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const permalinks: Migration = {
  name: '0040-permalinks',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table content_items add column permalink text`.execute(queries)
  },
}
