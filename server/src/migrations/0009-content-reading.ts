/** Drafts of a media type stand together, in the order of their list; and what could not be known of new records. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const contentReading: Migration = {
  name: '0009-content-reading',
  file: import.meta.url,
  async up({ schema, clustered }) {
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
