/** What people see of their sessions; authenticator apps, recovery codes, and the second step of signing in. */

import type { Migration } from '#platform/database/migrate.ts'
import { newSecret } from '#platform/secrets.ts'

export const signIn: Migration = {
  name: '0013-sign-in',
  file: import.meta.url,
  async up({ schema, queries, clustered }) {
    // Neither store can add a column that is unique and has no default.
    await schema
      .alterTable('sessions')
      .addColumn('id', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.alterTable('sessions').addColumn('address', 'text').execute()
    await schema.alterTable('sessions').addColumn('user_agent', 'text').execute()
    for (const { token_hash } of await queries.selectFrom('sessions').select('token_hash').execute())
      await queries.updateTable('sessions').set({ id: newSecret() }).where('token_hash', '=', token_hash).execute()
    await schema.createIndex('sessions_id').unique().on('sessions').column('id').execute()

    await schema
      .createTable('two_factor')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('on_since', 'bigint')
      .addColumn('last_period', 'bigint', (column) => column.notNull())
      .execute()
    await clustered(
      schema
        .createTable('recovery_codes')
        .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash']),
    ).execute()
    await schema
      .createTable('second_steps')
      .addColumn('challenge_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('password_mark', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('second_steps_user').on('second_steps').column('user_id').execute()
    await schema
      .createTable('house_rules')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
}
