/** Plans of the demo workspace: only its companies see and buy them. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const demoPlans: Migration = {
  name: '0015-demo-plans',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table plans add column is_demo integer not null default 0`.execute(queries)
  },
}
