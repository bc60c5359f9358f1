/**
 * The index of running jobs says "has a lease" in place of "is running". PostgreSQL could read those from the index of all jobs that are
 * shown as well, and did while its statistics were of an empty queue: past a million jobs that wait, for each look. No other index
 * serves this condition. Made beforehand, while others read and write.
 */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Migration } from '#platform/database/migrate.ts'
import { withMaintenance } from '#platform/database/postgres-maintenance.ts'
import { lockShortly } from '#platform/database/short-lock.ts'

const COLUMNS = 'jobs (kind, lease_token) where lease_token is not null'

export const jobsByLease: Migration = {
  name: '0052-jobs-by-lease',
  file: import.meta.url,
  async prepare({ location }: Database) {
    if (location.engine === 'sqlite') return
    await withMaintenance(location.url, async ({ run }) => {
      const [job] = await run('select 1 from jobs limit 1')
      if (!job) return
      const [index] = await run<{ isValid: boolean }>(
        `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('jobs_leased')`,
      )
      if (index?.isValid) return
      // Of a try that was interrupted.
      if (index) await run('drop index concurrently jobs_leased')
      await run(`create index concurrently jobs_leased on ${COLUMNS}`)
    })
  },
  async up({ engine, queries }) {
    if (engine === 'postgres') await lockShortly(queries, ['jobs'])
    await sql`create index if not exists jobs_leased on ${sql.raw(COLUMNS)}`.execute(queries)
    await sql`drop index jobs_running`.execute(queries)
  },
}
