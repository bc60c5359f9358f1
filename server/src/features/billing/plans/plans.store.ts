import type { Queries } from '#platform/database/database.ts'
import { inOwnCompanies } from '#platform/database/own-companies.ts'
import type { Row } from '#platform/database/schema.ts'
import type { PaymentsMode } from '#ports/payments.ts'
import type { NewPlan } from './plans.rules.ts'

export function plansStore(db: Queries) {
  return {
    /** The cheapest first. */
    all: () => db.selectFrom('plans').selectAll().orderBy('price_cents').orderBy('id').execute(),

    /** Those that a company may buy. */
    ofCompany: (companyId: number) =>
      db
        .selectFrom('plans')
        .selectAll()
        .where('is_demo', '=', (row) => row.selectFrom('companies').select('is_demo').where('id', '=', companyId))
        .orderBy('price_cents')
        .orderBy('id')
        .execute(),

    /** "All companies" are those of the demo. */
    isDemoAlone: async () =>
      (await db
        .selectFrom('companies')
        .select('id')
        .where('is_demo', '=', 1)
        .where(inOwnCompanies('id'))
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** The plans of the demo, with what they are sold under. */
    removeOfDemo: async (): Promise<void> => {
      const ofDemo = db.selectFrom('plans').where('is_demo', '=', 1)
      await db.deleteFrom('plan_prices').where('plan_id', 'in', ofDemo.select('id')).execute()
      await db.deleteFrom('sandbox_prices').where('key', 'in', ofDemo.select('key')).execute()
      await db.deleteFrom('plans').where('is_demo', '=', 1).execute()
    },

    find: (id: number) => db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst(),

    /** True when there was none of this key; otherwise its words, price and credits become these. */
    async keep(plan: NewPlan): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('plans')
        .values(plan)
        .onConflict((taken) => taken.column('key').doNothing())
        .executeTakeFirst()
      if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return true
      await db.updateTable('plans').set(plan).where('key', '=', plan.key).execute()
      return false
    },

    price: async (provider: PaymentsMode, planId: number) =>
      (
        await db
          .selectFrom('plan_prices')
          .select('price_id')
          .where('provider', '=', provider)
          .where('plan_id', '=', planId)
          .executeTakeFirst()
      )?.price_id,

    async keepPrice(row: Row<'plan_prices'>): Promise<void> {
      await db
        .insertInto('plan_prices')
        .values(row)
        .onConflict((taken) => taken.columns(['provider', 'plan_id']).doUpdateSet({ price_id: row.price_id }))
        .execute()
    },
  }
}
