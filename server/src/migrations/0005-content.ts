/** Content items with their counts and history, and the images that people upload (docs/decisions/0008). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const isHere = sql<boolean>`is_gone = 0`
const isPlaced = sql<boolean>`is_gone = 0 and publish_at is not null`
const isUnplanned = sql<boolean>`is_gone = 0 and publish_at is null and status_key in ('draft', 'approved')`

export const content: Migration = {
  name: '0005-content',
  file: import.meta.url,
  async up({ schema, idColumn, clustered }) {
    // The short columns and what lists show stand before the long texts, which may lie elsewhere.
    await schema
      .createTable('content_items')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
      .addColumn('status_key', 'text', (column) => column.notNull())
      .addColumn('media_key', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('publish_at', 'bigint')
      .addColumn('is_gone', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('changed_by', 'text')
      .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('here', 'table')`))
      .addColumn('table_changed_at', 'bigint')
      .addColumn('status', 'text')
      .addColumn('media_type', 'text')
      .addColumn('publish_date', 'text')
      .addColumn('likes', 'bigint')
      .addColumn('comments', 'bigint')
      .addColumn('location', 'text')
      .addColumn('image_url', 'text')
      .addColumn('images', 'text')
      .addColumn('video_url', 'text')
      .addColumn('shown', 'text')
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('tagged_users', 'text')
      .addColumn('hashtags', 'text')
      .addColumn('caption', 'text')
      .execute()
    // Each list, for one company and for an administrator who sees all of them. The media type stands at the end so that a
    // filter finds its rows in the index and leaves the wide ones alone.
    for (const [name, columns, where] of [
      ['status', ['status_key', 'created_at desc', 'id desc', 'media_key'], isHere],
      ['recent', ['created_at desc', 'id desc', 'media_key'], isHere],
      ['publish', ['publish_at', 'id'], isPlaced],
      ['unplanned', ['created_at desc', 'id desc'], isUnplanned],
    ] as const) {
      await schema
        .createIndex(`content_items_company_${name}`)
        .on('content_items')
        .columns(['company_id', ...columns])
        .where(where)
        .execute()
      await schema
        .createIndex(`content_items_${name}`)
        .on('content_items')
        .columns([...columns])
        .where(where)
        .execute()
    }

    await clustered(
      schema
        .createTable('content_counts')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('status_key', 'text', (column) => column.notNull())
        .addColumn('items', 'integer', (column) => column.notNull())
        .addColumn('undated', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('content_counts_key', ['company_id', 'status_key']),
    ).execute()

    await schema
      .createTable('content_changes')
      .addColumn('id', 'integer', idColumn)
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('item_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('by_name', 'text')
      .addColumn('user_id', 'integer')
      .addColumn('origin', 'text', (column) => column.notNull().check(sql`origin in ('here', 'table')`))
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('made', 'changed', 'conflict')`))
      .addColumn('changes', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('content_changes_item')
      .on('content_changes')
      .columns(['company_id', 'item_id', 'id desc'])
      .execute()

    await schema
      .createTable('uploads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
      .addColumn('user_id', 'integer')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('thumbnail_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('uploads_company_hash', ['company_id', 'hash'])
      .execute()
    // Covers the sum of what a company keeps.
    await schema.createIndex('uploads_company_bytes').on('uploads').columns(['company_id', 'bytes']).execute()
  },
}
