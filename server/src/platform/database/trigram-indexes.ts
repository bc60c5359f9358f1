/** The indexes of PostgreSQL that searches by trigrams use, and how they are added to a store that is in use. */
import type { MaintenanceClient } from './postgres-maintenance.ts'

interface TrigramIndex {
  name: string
  table: string
  key: string
  /** The index that it takes the place of. */
  replaces?: string
}

/** What of PostgreSQL lists and searches need to be quick; docs/decisions/0052 has the statements. */
const INDEXED: readonly TrigramIndex[] = [
  { name: 'account_names_trigrams', table: 'account_names', key: 'name_key' },
  {
    name: 'content_items_phrases',
    table: 'content_items',
    key: "replace(search_text, ' ', '0')",
    replaces: 'content_items_trigrams',
  },
]
export const TRIGRAM_INDEXES = INDEXED.map(({ name }) => name)

/**
 * Builds the indexes of trigrams that are missing, or that were given up half-built, while others read and write. Builds none where
 * the extension is missing: creating it is for an administrator of the database.
 */
export async function addTrigramIndexes(client: MaintenanceClient): Promise<void> {
  const [extension] = await client.run(`select 1 from pg_extension where extname = 'pg_trgm'`)
  if (!extension) return
  for (const { name, table, key, replaces } of INDEXED) {
    const [index] = await client.run<{ isValid: boolean; isBeingBuilt: boolean }>(
      `select indisvalid as "isValid", exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBeingBuilt"
      from pg_index where indexrelid = to_regclass($1)`,
      [name],
    )
    if (index?.isBeingBuilt) continue
    if (!index?.isValid) {
      if (index) await client.run(`drop index concurrently if exists ${name}`)
      await client.run(`create index concurrently if not exists ${name} on ${table} using gin (${key} gin_trgm_ops)`)
    }
    if (replaces) await client.run(`drop index concurrently if exists ${replaces}`)
  }
}
