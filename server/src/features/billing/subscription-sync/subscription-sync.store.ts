import { type Insertable, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'
import type { Row, Tables } from '#platform/database/schema.ts'
import type { PaymentsMode } from '#ports/payments.ts'
import type { SubscriptionRow } from './rules/reading.ts'

export type CustomerRow = Row<'provider_customers'>

export function subscriptionSyncStore(db: Queries, provider: PaymentsMode) {
  const ofCompany = (companyId: number) =>
    db.updateTable('provider_customers').where('company_id', '=', companyId).where('provider', '=', provider)

  return {
    customer: (companyId: number): Promise<CustomerRow | undefined> =>
      db
        .selectFrom('provider_customers')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('provider', '=', provider)
        .executeTakeFirst(),

    isOfDemo: async (companyId: number): Promise<boolean> =>
      (await db
        .selectFrom('companies')
        .select('id')
        .where('id', '=', companyId)
        .where('is_demo', '=', 1)
        .executeTakeFirst()) !== undefined,

    /** By customer; nothing for those of other installations, and of the demo: it is read when its periods end. */
    companiesOf: async (customerIds: readonly string[]): Promise<ReadonlyMap<string | null, number>> => {
      if (customerIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('provider_customers')
        .select(['customer_id', 'company_id'])
        .where('provider', '=', provider)
        .where('customer_id', 'in', customerIds)
        .where((row) => row.not(inDemo('company_id')))
        .execute()
      return new Map(rows.map(({ customer_id, company_id }) => [customer_id, company_id]))
    },

    /** Leaves one that is there as it is. */
    addCustomer: async (row: Insertable<Tables['provider_customers']>): Promise<void> => {
      await db
        .insertInto('provider_customers')
        .values(row)
        .onConflict((taken) => taken.columns(['company_id', 'provider']).doNothing())
        .execute()
    },

    nameCustomer: async (companyId: number, customerId: string): Promise<void> => {
      await ofCompany(companyId).set({ customer_id: customerId }).where('customer_id', 'is', null).execute()
    },

    /** The customer is made under another id from now on. */
    renameOperation: async (companyId: number, from: string, operation_id: string): Promise<void> => {
      await ofCompany(companyId).set({ operation_id }).where('operation_id', '=', from).execute()
    },

    /** What was read of it before does not count any more. False where it is another one by now. */
    forgetCustomer: async (companyId: number, customerId: string, operation_id: string): Promise<boolean> => {
      const { numUpdatedRows } = await ofCompany(companyId)
        .set({ customer_id: null, operation_id, look_at: null, read_ticket: sql`tickets` })
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Requests a sync. Does nothing for a company without a customer. */
    ask: async (companyId: number): Promise<boolean> => {
      const { numUpdatedRows } = await ofCompany(companyId)
        .set({ asked: sql`asked + 1` })
        .where('customer_id', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    takeTicket: (companyId: number): Promise<CustomerRow | undefined> =>
      ofCompany(companyId)
        .set({ tickets: sql`tickets + 1` })
        .where('customer_id', 'is not', null)
        .returningAll()
        .executeTakeFirst(),

    /** False where a reading that began later has been kept. */
    keepTicket: async (companyId: number, ticket: number, times: { read_at: number; look_at: number | null }) => {
      const { numUpdatedRows } = await ofCompany(companyId)
        .set({ read_ticket: ticket, ...times })
        .where('read_ticket', '<', ticket)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    lookAt: async (companyId: number, look_at: number): Promise<void> => {
      await ofCompany(companyId).set({ look_at }).execute()
    },

    /** Those that are due by now, and those with an operation whose outcome is unknown. */
    due: async (now: number, askedBefore: number, limit: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('provider_customers as customer')
        .leftJoin('billing_operations as operation', 'operation.company_id', 'customer.company_id')
        .select('customer.company_id')
        .where('provider', '=', provider)
        .where('customer_id', 'is not', null)
        .where((is) => is.or([is('look_at', '<=', now), is('operation.begun_at', '<', askedBefore)]))
        .orderBy('customer.company_id')
        .limit(limit)
        .execute()
      return rows.map(({ company_id }) => company_id)
    },

    subscription: (companyId: number): Promise<SubscriptionRow | undefined> =>
      db
        .selectFrom('subscriptions')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('provider', '=', provider)
        .executeTakeFirst(),

    keep: async (row: SubscriptionRow): Promise<void> => {
      const { company_id: _, ...rest } = row
      await db
        .insertInto('subscriptions')
        .values(row)
        .onConflict((taken) => taken.column('company_id').doUpdateSet(rest))
        .execute()
    },

    /** Who requested the operation that is under way, where it is a user. */
    requester: (companyId: number): Promise<{ userId: number; username: string } | undefined> =>
      db
        .selectFrom('billing_operations as operation')
        .innerJoin('users as user', 'user.id', 'operation.user_id')
        .select(['user.id as userId', 'user.username'])
        .where('operation.company_id', '=', companyId)
        .executeTakeFirst(),

    /** Also one whose process has said nothing since then. */
    endOperation: async (companyId: number, id: string | null, aliveBefore: number): Promise<void> => {
      await db
        .deleteFrom('billing_operations')
        .where('company_id', '=', companyId)
        .where((is) => is.or([is('id', '=', id ?? ''), is('alive_at', '<', aliveBefore)]))
        .execute()
    },
  }
}
