/** A month of the calendar and the drafts of a media type stand together; and new records of which nobody knows. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const contentReading: Migration = {
  name: '0009-content-reading',
  file: import.meta.url,
  async up({ schema, clustered, engine }) {
    const columns = ['status_key', 'media_key', 'created_at desc', 'id desc']
    for (const [name, first] of [
      ['content_items_company_media', ['company_id']],
      ['content_items_media', []],
    ] as const)
      await schema
        .createIndex(name)
        .on('content_items')
        .columns([...first, ...columns])
        .where(sql<boolean>`is_gone = 0`)
        .execute()

    // A month is read from the index alone. PostgreSQL has no room for long entries in one.
    await schema.alterTable('content_items').addColumn('planned', 'text').execute()
    const planned = engine === 'sqlite' ? ['status_key', 'publish_date', 'planned'] : []
    for (const [name, first] of [
      ['content_items_company_publish', ['company_id']],
      ['content_items_publish', []],
    ] as const) {
      await schema.dropIndex(name).execute()
      await schema
        .createIndex(name)
        .on('content_items')
        .columns([...first, 'publish_at', 'id', ...planned])
        .where(sql<boolean>`is_gone = 0 and publish_at is not null`)
        .execute()
    }

    await clustered(
      schema
        .createTable('table_makings')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('began_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('table_makings_key', ['company_id', 'fingerprint']),
    ).execute()
  },
}
