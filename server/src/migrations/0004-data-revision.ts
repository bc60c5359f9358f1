/** Accounts count the changes of their data: `platform/database/tables/accounts.ts` says what the column means. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const dataRevision: Migration = {
  name: '0004-data-revision',
  file: import.meta.url,
  async up({ queries }) {
    await sql.raw('alter table accounts add column data_revision integer not null default 0').execute(queries)
  },
}
