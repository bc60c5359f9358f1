/** The answers behind readings of insights: see `platform/database/tables/insights.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const TABLES = ['media_insights', 'account_insights', 'audience_insights', 'online_insights']

export const insightAnswers: Migration = {
  name: '0047-insight-answers',
  file: import.meta.url,
  async up({ queries }) {
    for (const table of TABLES) await sql`alter table ${sql.table(table)} add column raw_id bigint`.execute(queries)
  },
}
