/**
 * On PostgreSQL the table of jobs is vacuumed after a number of changes, however many jobs that are done it holds, and its indexes each
 * time, at full speed. By its size, the default, it is not vacuumed for millions of changes once it is large, and each look of the queue
 * reads past what they left in the indexes of waiting jobs (docs/decisions/0005).
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const queueVacuum: Migration = {
  name: '0051-queue-vacuum',
  file: import.meta.url,
  async up({ engine, queries }) {
    if (engine === 'sqlite') return
    await sql`alter table jobs set (autovacuum_vacuum_threshold = 50000, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on)`.execute(queries)
  },
}
