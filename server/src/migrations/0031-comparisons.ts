/** Accounts keep what their changes are counted from, and where a change of source or method breaks that. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const comparisons: Migration = {
  name: '0031-comparisons',
  file: import.meta.url,
  async up({ schema, queries }) {
    for (const column of ['compared_at', 'counts_broken_at', 'rate_broken_at'])
      await schema.alterTable('accounts').addColumn(column, 'bigint').execute()
    // Changes across another source must go: the next start makes all figures again.
    await sql`update accounts set figures_due = 1, shown = null`.execute(queries)
  },
}
