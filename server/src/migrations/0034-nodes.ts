/** Which processes work on the store just now. */
import type { Migration } from '#platform/database/migrate.ts'

export const nodes: Migration = {
  name: '0034-nodes',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .createTable('nodes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('keeps_media', 'integer', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
