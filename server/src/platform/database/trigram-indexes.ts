/** The indexes of PostgreSQL that searches by trigrams use, and how they are added to a store that is in use. */
import type { MaintenanceClient } from './postgres-maintenance.ts'

/** What of PostgreSQL lists and searches need to be quick; docs/decisions/0052 has the statements. */
const INDEXED = [
  { table: 'account_names', column: 'name_key' },
  { table: 'content_items', column: 'search_text' },
]
export const TRIGRAM_INDEXES = INDEXED.map(({ table }) => `${table}_trigrams`)

/**
 * Builds the indexes of trigrams that are missing, or that were given up half-built, while others read and write. Builds none where
 * the extension is missing: creating it is for an administrator of the database.
 */
export async function addTrigramIndexes(client: MaintenanceClient): Promise<void> {
  const [extension] = await client.run(`select 1 from pg_extension where extname = 'pg_trgm'`)
  if (!extension) return
  for (const { table, column } of INDEXED) {
    const name = `${table}_trigrams`
    const [index] = await client.run<{ isValid: boolean; isBeingBuilt: boolean }>(
      `select indisvalid as "isValid", exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBeingBuilt"
      from pg_index where indexrelid = to_regclass($1)`,
      [name],
    )
    if (index?.isValid || index?.isBeingBuilt) continue
    if (index) await client.run(`drop index concurrently if exists ${name}`)
    await client.run(`create index concurrently if not exists ${name} on ${table} using gin (${column} gin_trgm_ops)`)
  }
}
