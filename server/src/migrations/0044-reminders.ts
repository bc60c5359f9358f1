/** Publications that their people are reminded of: see `platform/database/tables/publications.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const reminders: Migration = {
  name: '0044-reminders',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table publications add column how text not null default 'publish'`.execute(queries)
    await sql`alter table publications add column reminded_at bigint`.execute(queries)
  },
}
