/** Which profiles are read over the network and when, how the sources do, what happened, copied pictures, kept answers, audits. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const refreshes: Migration = {
  name: '0004-refreshes',
  file: import.meta.url,
  async up({ schema, queries, idColumn }) {
    await schema.alterTable('accounts').addColumn('refreshed_on_demand_at', 'bigint').execute()
    await schema.alterTable('accounts').addColumn('picture_hash', 'text').execute()
    await schema
      .alterTable('accounts')
      .addColumn('is_followed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createIndex('accounts_not_followed')
      .on('accounts')
      .column('id')
      .where(sql<boolean>`is_followed = 0`)
      .execute()
    await schema.createIndex('accounts_username').on('accounts').column('username_key').execute()

    await schema
      .createTable('profiles')
      .addColumn('username_key', 'text', (column) => column.primaryKey())
      .addColumn('source', 'text')
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('succeeded_at', 'bigint')
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failure_kind', 'text')
      .addColumn('failure', 'text')
      .addColumn('failing_since', 'bigint')
      .execute()
    await schema.createIndex('profiles_due').on('profiles').columns(['due_at', 'username_key']).execute()
    await schema
      .createIndex('profiles_failing')
      .on('profiles')
      .column('username_key')
      .where(sql<boolean>`failing_since is not null`)
      .execute()

    await schema
      .createTable('sources')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('next_call_at', 'double precision', (column) => column.notNull().defaultTo(0))
      .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('used_percent', 'double precision')
      .addColumn('succeeded_at', 'bigint')
      .addColumn('failed_at', 'bigint')
      .addColumn('failure_kind', 'text')
      .addColumn('failure', 'text')
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failing_since', 'bigint')
      .execute()

    await schema
      .createTable('events')
      .addColumn('id', 'integer', idColumn)
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', 'integer')
      .addColumn('message', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('events_at').on('events').column('at').execute()

    await schema
      .createTable('pictures')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('pictures_hash').on('pictures').column('hash').execute()

    await schema
      .createTable('audits')
      .addColumn('id', 'integer', idColumn)
      .addColumn('ran_at', 'bigint', (column) => column.notNull())
      .addColumn('accounts', 'integer', (column) => column.notNull())
      .addColumn('snapshots', 'integer', (column) => column.notNull())
      .addColumn('mismatches', 'text', (column) => column.notNull())
      .addColumn('mismatch_count', 'integer', (column) => column.notNull())
      .execute()

    await schema
      .createTable('raw_answers')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('kept_since', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('raw_answers_kept').on('raw_answers').column('kept_since').execute()
    // Answers that imports have kept until now too.
    await sql`insert into raw_answers (hash, kept_since)
      select raw_hash, max(recorded_at) from metric_snapshots where raw_hash is not null group by raw_hash`.execute(
      queries,
    )
  },
}
