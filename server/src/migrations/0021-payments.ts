/** Plans and what they are sold under, who pays for which company, what the provider told, and credits by period. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const payments: Migration = {
  name: '0021-payments',
  file: import.meta.url,
  async up({ schema, idColumn, clustered }) {
    await schema
      .createTable('plans')
      .addColumn('id', 'integer', idColumn)
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('price_cents', 'integer', (column) => column.notNull())
      .addColumn('credits', 'integer', (column) => column.notNull())
      .addColumn('features', 'text', (column) => column.notNull())
      .addColumn('is_popular', 'integer', (column) => column.notNull())
      .execute()
    await clustered(
      schema
        .createTable('plan_prices')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('plan_id', 'integer', (column) => column.notNull())
        .addColumn('price_id', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('plan_prices_key', ['provider', 'plan_id']),
    ).execute()
    await clustered(
      schema
        .createTable('payment_customers')
        .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('operation_id', 'text', (column) => column.notNull())
        .addColumn('customer_id', 'text')
        .addColumn('asked', 'bigint', (column) => column.notNull())
        .addColumn('tickets', 'bigint', (column) => column.notNull())
        .addColumn('read_ticket', 'bigint', (column) => column.notNull())
        .addColumn('read_at', 'bigint')
        .addColumn('look_at', 'bigint')
        .addPrimaryKeyConstraint('payment_customers_key', ['company_id', 'provider']),
    ).execute()
    await schema
      .createIndex('payment_customers_customer')
      .unique()
      .on('payment_customers')
      .columns(['provider', 'customer_id'])
      .execute()
    await schema
      .createIndex('payment_customers_due')
      .on('payment_customers')
      .columns(['provider', 'look_at'])
      .where('look_at', 'is not', null)
      .execute()
    // One row for a company: this key is the lock of one subscription (docs/decisions/0023).
    await schema
      .createTable('subscriptions')
      .addColumn('company_id', 'integer', (column) => column.primaryKey())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('plan_id', 'integer', (column) => column.notNull())
      .addColumn('next_plan_id', 'integer')
      .addColumn('period_start', 'bigint', (column) => column.notNull())
      .addColumn('period_end', 'bigint', (column) => column.notNull())
      .addColumn('cancels', 'integer', (column) => column.notNull())
      .addColumn('card', 'text')
      .addColumn('problem', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('payment_operations')
      .addColumn('company_id', 'integer', (column) => column.primaryKey().references('companies.id'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('wish', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .execute()
    await clustered(
      schema
        .createTable('payment_events')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('payment_events_key', ['provider', 'id']),
    ).execute()
    await schema.createIndex('payment_events_company').on('payment_events').columns(['company_id', 'id']).execute()
    await schema.createIndex('payment_events_received').on('payment_events').column('received_at').execute()
    await schema
      .createTable('payment_marks')
      .addColumn('provider', 'text', (column) => column.primaryKey())
      .addColumn('read_until', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('credit_periods')
      .addColumn('company_id', 'integer', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addColumn('credits', 'integer', (column) => column.notNull())
      .addColumn('used_before', 'bigint', (column) => column.notNull())
      .addColumn('renews', 'integer', (column) => column.notNull().check(sql`renews in (0, 1)`))
      .execute()
  },
}
