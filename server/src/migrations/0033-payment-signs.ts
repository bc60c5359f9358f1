/** Signs of life of payment orders: they tell an order whose process was killed from one that takes long. */
import type { Migration } from '#platform/database/migrate.ts'

export const paymentSigns: Migration = {
  name: '0033-payment-signs',
  file: import.meta.url,
  async up({ schema }) {
    await schema
      .alterTable('payment_operations')
      .addColumn('alive_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
