/** How the webhooks of users go, and what is sent to them (docs/decisions/0015). Both go with the user. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const webhooks: Migration = {
  name: '0011-webhooks',
  file: import.meta.url,
  async up({ schema, idColumn }) {
    await schema
      .createTable('webhooks')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('previous_secret', 'text')
      .addColumn('previous_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failure', 'text')
      .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('delivered_at', 'bigint')
      .addColumn('switched_off_at', 'bigint')
      .execute()
    // Asked with everything that happens: who is to be told.
    await schema
      .createIndex('users_webhook')
      .on('users')
      .columns(['company_id', 'id'])
      .where(sql<boolean>`webhook_url is not null`)
      .execute()

    await schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'integer', idColumn)
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('waiting', 'delivered', 'failed', 'dropped')`),
      )
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('status', 'integer')
      .addColumn('milliseconds', 'integer')
      .addColumn('message', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('tried_at', 'bigint')
      .addColumn('next_try_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('webhook_deliveries_once', ['user_id', 'event_id'])
      .execute()
    for (const [name, columns] of [
      ['webhook_deliveries_company', ['company_id', 'id']],
      ['webhook_deliveries_user', ['user_id', 'id']],
      ['webhook_deliveries_state', ['state', 'id']],
      ['webhook_deliveries_age', ['created_at']],
    ] as const)
      await schema
        .createIndex(name)
        .on('webhook_deliveries')
        .columns([...columns])
        .execute()
    await schema
      .createIndex('webhook_deliveries_waiting')
      .on('webhook_deliveries')
      .columns(['user_id', 'next_try_at', 'id'])
      .where(sql<boolean>`state = 'waiting'`)
      .execute()
  },
}
