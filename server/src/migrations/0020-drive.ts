/** The drives of companies, our copy of what is in them, and what became of it (docs/decisions/0021). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const drive: Migration = {
  name: '0020-drive',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .createTable('secrets')
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id').onDelete('cascade'))
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('secrets_key', ['company_id', 'purpose'])
      .execute()
    await schema
      .createTable('oauth_states')
      .addColumn('state_hash', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('verifier', 'text', (column) => column.notNull())
      .addColumn('return_address', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('oauth_states_age').on('oauth_states').column('expires_at').execute()
    await schema
      .createTable('drives')
      .addColumn('company_id', 'integer', (column) =>
        column.primaryKey().references('companies.id').onDelete('cascade'),
      )
      .addColumn('drive', 'text', (column) => column.notNull().check(sql`drive in ('folder', 'google')`))
      .addColumn('owner', 'text')
      .addColumn('connected_at', 'bigint')
      .addColumn('lost_at', 'bigint')
      .addColumn('pass', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('asked', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('begun_at', 'bigint')
      .addColumn('read_at', 'bigint')
      .addColumn('failure_kind', 'text')
      .addColumn('failure', 'text')
      .addColumn('retry_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('drive_folders')
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('place', 'text')
      .addColumn('picture_key', 'text', (column) => column.notNull().unique())
      .addColumn('images', 'text')
      .addColumn('seen_in', 'integer', (column) => column.notNull())
      .addColumn('shown', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('drive_folders_key', ['company_id', 'id'])
      .execute()
    await schema
      .createIndex('drive_folders_newest')
      .on('drive_folders')
      .columns(['company_id', 'created_at desc', 'id desc'])
      .execute()
    await schema
      .createTable('drive_imports')
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id').onDelete('cascade'))
      .addColumn('folder_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('drive', 'text', (column) => column.notNull())
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('folder_name', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('wanted_record_id', 'text')
      .addColumn('skips_refused', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('running', 'asking', 'done', 'failed')`),
      )
      .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('left_out', 'integer', (column) => column.notNull())
      .addColumn('refused', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('item_id', 'text')
      .addColumn('rename', 'text')
      .addColumn('message', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addPrimaryKeyConstraint('drive_imports_key', ['company_id', 'folder_id'])
      .execute()
  },
}
