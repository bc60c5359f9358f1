/** What went wrong is kept; and dead letters are found without passing over everything that ended well. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const system: Migration = {
  name: '0014-system',
  file: import.meta.url,
  async up({ schema, idColumn }) {
    await schema
      .createTable('kept_errors')
      .addColumn('id', 'integer', idColumn)
      .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
      .addColumn('doing', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('place', 'text')
      .addColumn('times', 'integer', (column) => column.notNull())
      .addColumn('first_at', 'bigint', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addColumn('request_id', 'text')
      .execute()
    await schema.createIndex('kept_errors_last').on('kept_errors').columns(['last_at desc', 'id desc']).execute()
    await schema
      .createIndex('jobs_dead')
      .on('jobs')
      .columns(['finished_at desc', 'id desc', 'kind'])
      .where(sql<boolean>`state = 'failed'`)
      .execute()
  },
}
