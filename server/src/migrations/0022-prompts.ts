/** The library of prompts, whose default is which, and what companies ask of whoever writes texts. */
import type { Migration } from '#platform/database/migrate.ts'

export const prompts: Migration = {
  name: '0022-prompts',
  file: import.meta.url,
  async up({ schema, idColumn, clustered }) {
    await schema
      .createTable('prompts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('prompt', 'text', (column) => column.notNull())
      .addColumn('image_url', 'text')
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('prompts_newest').on('prompts').columns(['created_at', 'id']).execute()
    await schema
      .createIndex('prompts_company_newest')
      .on('prompts')
      .columns(['company_id', 'created_at', 'id'])
      .execute()
    await schema.alterTable('companies').addColumn('default_prompt_id', 'text').execute()

    await clustered(
      schema
        .createTable('ai_days')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('calls', 'integer', (column) => column.notNull())
        .addColumn('tokens', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('ai_days_key', ['company_id', 'day']),
    ).execute()
    await schema
      .createTable('ai_uses')
      .addColumn('id', 'integer', idColumn)
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('prompt_tokens', 'bigint')
      .addColumn('answer_tokens', 'bigint')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('ai_uses_company').on('ai_uses').columns(['company_id', 'id']).execute()
  },
}
