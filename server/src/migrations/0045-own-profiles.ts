/** Profiles whose owners have connected them: see `platform/database/tables/accounts.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const ownProfiles: Migration = {
  name: '0045-own-profiles',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table profile_syncs add column is_owned integer not null default 0`.execute(queries)
    await sql`alter table profile_syncs add column owner_asked_at bigint`.execute(queries)
    await sql`create index profile_syncs_owned on profile_syncs (due_at, username_key) where is_owned = 1`.execute(
      queries,
    )
  },
}
