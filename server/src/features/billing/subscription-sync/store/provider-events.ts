/** Events of the provider that are known here, and up to when its list of them has been read. */
import type { Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'
import type { Row } from '#platform/database/schema.ts'
import type { PaymentsMode } from '#ports/payments.ts'

export function providerEventsStore(db: Queries, provider: PaymentsMode) {
  return {
    /** False when it has been there before. */
    add: async (event: Omit<Row<'provider_events'>, 'provider'>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('provider_events')
        .values({ provider, ...event })
        .onConflict((taken) => taken.columns(['provider', 'id']).doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Of these ids, those that are known. */
    findKnown: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('provider_events')
        .select('id')
        .where('provider', '=', provider)
        .where('id', 'in', ids)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    forget: async (receivedBefore: number): Promise<void> => {
      await db.deleteFrom('provider_events').where('received_at', '<', receivedBefore).execute()
    },

    /** Those of the demo aside. */
    hasCustomers: async (): Promise<boolean> =>
      (await db
        .selectFrom('provider_customers')
        .select('company_id')
        .where('provider', '=', provider)
        .where('customer_id', 'is not', null)
        .where((row) => row.not(inDemo('company_id')))
        .limit(1)
        .executeTakeFirst()) !== undefined,

    readUntil: async (): Promise<number | null> =>
      (await db.selectFrom('provider_cursors').select('read_until').where('provider', '=', provider).executeTakeFirst())
        ?.read_until ?? null,

    setReadUntil: async (read_until: number): Promise<void> => {
      await db
        .insertInto('provider_cursors')
        .values({ provider, read_until })
        .onConflict((taken) => taken.column('provider').doUpdateSet({ read_until }))
        .execute()
    },
  }
}
