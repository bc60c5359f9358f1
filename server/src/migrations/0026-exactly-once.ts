/** Idempotency keys and new records of tables are claimed before anything is called (docs/decisions/0030). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const exactlyOnce: Migration = {
  name: '0026-exactly-once',
  file: import.meta.url,
  async up({ schema, clustered, queries }) {
    const keys = () => schema.alterTable('kept_answers')
    await keys()
      .addColumn('state', 'text', (column) =>
        column.notNull().defaultTo('done').check(sql`state in ('in_progress', 'done')`),
      )
      .execute()
    await keys().addColumn('token', 'text').execute()
    await keys()
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()

    await schema.alterTable('table_makings').renameTo('table_makings_before').execute()
    await clustered(
      schema
        .createTable('table_makings')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('began_at', 'bigint', (column) => column.notNull())
        .addColumn('called_at', 'bigint')
        .addColumn('token', 'text', (column) => column.notNull())
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .addColumn('record_id', 'text')
        .addColumn('is_done', 'integer', (column) => column.notNull().check(sql`is_done in (0, 1)`))
        .addPrimaryKeyConstraint('table_makings_id', ['company_id', 'id']),
    ).execute()
    await schema
      .createIndex('table_makings_record')
      .unique()
      .on('table_makings')
      .columns(['company_id', 'record_id'])
      .execute()
    await schema
      .createIndex('table_makings_fingerprint')
      .on('table_makings')
      .columns(['company_id', 'fingerprint'])
      .execute()
    await schema.createIndex('table_makings_age').on('table_makings').column('began_at').execute()
    await sql`insert into table_makings
        (company_id, id, fingerprint, fields, began_at, called_at, token, lease_until, record_id, is_done)
      select company_id, fingerprint, fingerprint, '', began_at, began_at, '', 0, null, 0 from table_makings_before
    `.execute(queries)
    await schema.dropTable('table_makings_before').execute()
  },
}
