/** API tokens have names: `platform/database/tables/people.ts` says what the column means. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const tokenNames: Migration = {
  name: '0007-token-names',
  file: import.meta.url,
  async up({ queries }) {
    await sql.raw('alter table api_tokens add column name text').execute(queries)
  },
}
