/**
 * Smaller copies of pictures by the picture they were made of, blobs that wait to be named by a row, and uploads that were
 * deleted a moment ago (docs/decisions/0034).
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const media: Migration = {
  name: '0032-media',
  file: import.meta.url,
  async up({ queries, schema, clustered }) {
    await clustered(
      schema
        .createTable('image_variants')
        .addColumn('source_hash', 'text', (column) => column.notNull())
        .addColumn('width', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text')
        .addPrimaryKeyConstraint('image_variants_key', ['source_hash', 'width']),
    ).execute()

    await schema
      .createTable('blob_claims')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('is_removing', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.createIndex('blob_claims_until').on('blob_claims').column('until').execute()

    // The sweep asks which rows name a blob.
    for (const [table, column] of [
      ['image_variants', 'hash'],
      ['uploads', 'hash'],
      ['music', 'hash'],
      ['videos', 'hash'],
      ['videos', 'cover_hash'],
      ['pictures', 'hash'],
    ] as const)
      await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()

    // The small copies of earlier versions are no longer shown: the sweep removes them.
    await sql`insert into blob_claims (hash, until) select distinct thumbnail_hash, 0 from uploads`.execute(queries)
    await schema.alterTable('uploads').dropColumn('thumbnail_hash').execute()
    await schema.dropIndex('uploads_company_bytes').execute()
    for (const table of ['uploads', 'music'] as const) {
      await schema.alterTable(table).addColumn('removed_at', 'bigint').execute()
      await schema
        .createIndex(`${table}_newest`)
        .on(table)
        .columns(['company_id', 'created_at desc', 'id desc'])
        .where(sql<boolean>`removed_at is null`)
        .execute()
      await schema
        .createIndex(`${table}_removed`)
        .on(table)
        .column('removed_at')
        .where(sql<boolean>`removed_at is not null`)
        .execute()
      // Covers the sum of what a company keeps.
      await schema
        .createIndex(`${table}_company_kept`)
        .on(table)
        .columns(['company_id', 'bytes'])
        .where(sql<boolean>`removed_at is null`)
        .execute()
    }
  },
}
