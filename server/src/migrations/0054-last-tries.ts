/** When the last try to read a profile failed: see `platform/database/tables/sources.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const lastTries: Migration = {
  name: '0054-last-tries',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table profile_syncs add column failed_at bigint`.execute(queries)
  },
}
