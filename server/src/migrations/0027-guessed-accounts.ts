/** Addresses that a user signed in from, accounts that are guessed at, and API tokens that were found expired. */
import type { Migration } from '#platform/database/migrate.ts'

export const guessedAccounts: Migration = {
  name: '0027-guessed-accounts',
  file: import.meta.url,
  async up({ schema, clustered }) {
    await clustered(
      schema
        .createTable('known_addresses')
        .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('guesser', 'text', (column) => column.notNull())
        .addColumn('last_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('known_addresses_key', ['user_id', 'guesser']),
    ).execute()
    await schema
      .createTable('guess_alerts')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('window_started_at', 'bigint', (column) => column.notNull())
      .addColumn('is_told', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .alterTable('api_tokens')
      .addColumn('is_expired', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
