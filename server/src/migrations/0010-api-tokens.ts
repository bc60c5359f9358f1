/** Tokens for programs, and what each has asked for lately (docs/decisions/0014). */
import type { Migration } from '#platform/database/migrate.ts'

export const apiTokens: Migration = {
  name: '0010-api-tokens',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .createTable('api_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('last_four', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('api_tokens_user').on('api_tokens').columns(['user_id', 'created_at desc']).execute()
    await schema.createIndex('api_tokens_expires').on('api_tokens').column('expires_at').execute()

    await schema
      .createTable('token_requests')
      .addColumn('token_id', 'text', (column) => column.primaryKey().references('api_tokens.id').onDelete('cascade'))
      .addColumn('moments', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute()
  },
}
