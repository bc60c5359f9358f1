/** The day on which the token of a connection ends: see `platform/database/tables/sources.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const tokenEnds: Migration = {
  name: '0043-token-ends',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table source_connections add column token_ends_on integer`.execute(queries)
  },
}
