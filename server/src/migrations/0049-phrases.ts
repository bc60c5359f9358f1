/**
 * On PostgreSQL the trigrams of an item's texts are those of its words with the spaces between them: see docs/decisions/0052. A large
 * table gets this index while the product runs (platform/database/trigram-indexes.ts), and keeps the one before until then.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'
import { lockShortly } from '#platform/database/short-lock.ts'

const ROWS_AT_ONCE = 20_000

export const phrases: Migration = {
  name: '0049-phrases',
  file: import.meta.url,
  async up({ engine, queries }) {
    if (engine === 'sqlite') return
    // A drill restores into a schema that sees no other, so also not the extension.
    const { rows } =
      await sql`select 1 as one from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)
      and not exists (select from content_items offset ${ROWS_AT_ONCE} limit 1)`.execute(queries)
    if (rows.length === 0) return
    await lockShortly(queries, ['content_items'])
    for (const statement of STATEMENTS) await sql.raw(statement).execute(queries)
  },
}

const STATEMENTS = [
  `create index content_items_phrases on content_items using gin (replace(search_text, ' ', '0') gin_trgm_ops)`,
  'drop index if exists content_items_trigrams',
]
