/** What the sandbox of payments keeps, in a provider's place (docs/decisions/0022). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const sandboxPayments: Migration = {
  name: '0023-sandbox-payments',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .createTable('sandbox_prices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('price_cents', 'integer', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('sandbox_customers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) =>
        column.notNull().unique().references('companies.id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('state', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('sandbox_customers_due').on('sandbox_customers').column('due_at').execute()
    await schema
      .createTable('sandbox_events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('customer_id', 'text', (column) =>
        column.notNull().references('sandbox_customers.id').onDelete('cascade'),
      )
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('subscription', 'invoice', 'setup')`))
      .addColumn('about_id', 'text', (column) => column.notNull())
      .addColumn('snapshot', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('sandbox_events_newest').on('sandbox_events').columns(['at desc', 'id desc']).execute()
  },
}
