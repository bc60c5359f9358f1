/** Work that waits, runs and has ended lately, and what the nodes share about each kind of it (docs/decisions/0005). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const isLive = sql<boolean>`state in ('waiting', 'running')`
const isReady = sql<boolean>`state = 'waiting' and turn is not null`
const isShown = sql<boolean>`state in ('waiting', 'running', 'failed')`

export const jobs: Migration = {
  name: '0003-jobs',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('waiting', 'running', 'done', 'failed', 'cancelled')`),
      )
      .addColumn('priority', 'integer', (column) => column.notNull())
      .addColumn('run_at', 'bigint', (column) => column.notNull())
      .addColumn('turn', 'bigint')
      .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_token', 'text')
      .addColumn('beats', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('progress', 'double precision', (column) => column.notNull().defaultTo(0))
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()
    // The key first: beginning with the kind it would look like a way to all jobs of a kind, in no useful order.
    await schema.createIndex('jobs_live').on('jobs').columns(['key', 'kind']).unique().where(isLive).execute()
    await schema
      .createIndex('jobs_ready')
      .on('jobs')
      .columns(['kind', 'priority desc', 'turn', 'id'])
      .where(isReady)
      .execute()
    await schema
      .createIndex('jobs_ready_company')
      .on('jobs')
      .columns(['kind', 'priority', 'company_id', 'turn'])
      .where(isReady)
      .execute()
    await schema
      .createIndex('jobs_later')
      .on('jobs')
      .columns(['kind', 'run_at', 'id'])
      .where(sql<boolean>`state = 'waiting' and turn is null`)
      .execute()
    await schema
      .createIndex('jobs_running')
      .on('jobs')
      .columns(['kind', 'lease_token'])
      .where(sql<boolean>`state = 'running'`)
      .execute()
    // Lists for a company and for an administrator; what is done leaves them.
    await schema
      .createIndex('jobs_shown_company')
      .on('jobs')
      .columns(['company_id', 'created_at desc', 'id desc'])
      .where(isShown)
      .execute()
    await schema.createIndex('jobs_shown').on('jobs').columns(['created_at desc', 'id desc']).where(isShown).execute()
    await schema
      .createIndex('jobs_finished')
      .on('jobs')
      .column('finished_at')
      .where(sql<boolean>`finished_at is not null`)
      .execute()

    await schema
      .createTable('job_kinds')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('next_round_at', 'bigint')
      .execute()
  },
}
