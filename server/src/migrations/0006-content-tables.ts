/** Which table elsewhere a company's items are kept in step with, what it last told of each record, and copied files. */
import type { Migration } from '#platform/database/migrate.ts'

export const contentTables: Migration = {
  name: '0006-content-tables',
  file: import.meta.url,
  async up({ schema, clustered }) {
    await schema
      .createTable('content_tables')
      .addColumn('company_id', 'integer', (column) => column.primaryKey().references('companies.id'))
      .addColumn('wanted', 'text', (column) => column.notNull())
      .addColumn('table_id', 'text')
      .addColumn('table_name', 'text')
      .addColumn('columns', 'text', (column) => column.notNull())
      .addColumn('chosen', 'text', (column) => column.notNull())
      .addColumn('guessed', 'text', (column) => column.notNull())
      .addColumn('records', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('walk', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('changed_until', 'bigint')
      .addColumn('pulled_at', 'bigint')
      .addColumn('walked_at', 'bigint')
      .addColumn('next_pull_at', 'bigint', (column) => column.notNull())
      .addColumn('failure_kind', 'text')
      .addColumn('failure', 'text')
      .execute()

    await clustered(
      schema
        .createTable('table_records')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('record_id', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_in', 'bigint', (column) => column.notNull())
        .addColumn('told', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('table_records_key', ['company_id', 'record_id']),
    ).execute()

    await clustered(
      schema
        .createTable('table_files')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('file_id', 'text', (column) => column.notNull())
        .addColumn('record_id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('url', 'text')
        .addColumn('url_until', 'bigint', (column) => column.notNull())
        .addColumn('image_url', 'text')
        .addColumn('problem', 'text')
        .addPrimaryKeyConstraint('table_files_key', ['company_id', 'file_id']),
    ).execute()
  },
}
