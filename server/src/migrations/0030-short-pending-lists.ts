/**
 * New trigrams wait in a list beside their index, which every search reads to its end and one write in a while moves into the index:
 * a short list, so that neither takes long. See docs/decisions/0052.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'
import { PENDING_KB, TRIGRAM_INDEXES } from '#platform/database/trigrams.ts'

export const shortPendingLists: Migration = {
  name: '0030-short-pending-lists',
  file: import.meta.url,
  async up({ engine, queries }) {
    if (engine === 'sqlite') return
    for (const name of TRIGRAM_INDEXES)
      await sql.raw(`alter index if exists ${name} set (gin_pending_list_limit = ${PENDING_KB})`).execute(queries)
  },
}
