/** Sums over accounts of one source are answered from the index of the sums alone, as those over all accounts are. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const accountSums: Migration = {
  name: '0014-account-sums',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      'drop index accounts_sums',
      `create index accounts_sums on accounts
        (company_id, source, followers, follower_change, posts, engagement_rate, captured_at, compared_at)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
