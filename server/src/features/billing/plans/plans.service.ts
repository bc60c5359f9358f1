/**
 * The plans, here and at the payment provider (D33). Every signed-in user reads them, an administrator creates them.
 * Creating them twice, or twice at once, changes nothing.
 */
import type { SubscriptionPlan } from '@tangelo/contract'
import { type AuditLog, maySeePlans } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { invalidInput } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Payments, PlanPrice } from '#ports/payments.ts'
import { asPlan, asPlanRequest, PLANS, type PlanRow } from './plans.rules.ts'
import { plansStore } from './plans.store.ts'

const noSuchPlan = () => invalidInput('There is no such plan', { planId: 'is no plan' })

export type PlansService = ReturnType<typeof plansService>

/** All plans, the cheapest first, as the caller's transaction sees them. */
export const planRows = (queries: Queries): Promise<PlanRow[]> => plansStore(queries).all()

export function plansService({
  database,
  payments,
  audit,
}: {
  database: Database
  payments: Payments
  audit: AuditLog
}) {
  const store = plansStore(database.queries)

  /** In the caller's transaction. Answers how many plans were not there. */
  async function keep(tx: Queries, prices: readonly PlanPrice[]): Promise<number> {
    const inside = plansStore(tx)
    let created = 0
    for (const plan of PLANS) if (await inside.keep(plan)) created += 1
    const ids = new Map((await inside.all()).map(({ key, id }) => [key, id]))
    for (const { key, priceId } of prices) {
      const id = ids.get(key)
      if (id !== undefined) await inside.keepPrice({ provider: payments.mode, plan_id: id, price_id: priceId })
    }
    return created
  }

  const fetchPrices = () => payments.plans(PLANS.map(asPlanRequest))

  const list = async (): Promise<SubscriptionPlan[]> => (await store.all()).map(asPlan)

  return {
    list,

    /** Throws `access_denied` for basic users. */
    async read(viewer: Viewer): Promise<SubscriptionPlan[]> {
      maySeePlans(viewer)
      return list()
    },

    rows: (): Promise<PlanRow[]> => store.all(),

    async initialize(viewer: Viewer): Promise<{ success: true; created: number; plans: SubscriptionPlan[] }> {
      const prices = await fetchPrices()
      const created = await database.transaction(async (tx) => {
        const created = await keep(tx, prices)
        if (created > 0)
          await audit.record(tx, viewer, {
            act: 'plans.made',
            object: { kind: 'plans', id: null, name: null },
            companyId: null,
            details: { created },
          })
        return created
      })
      return { success: true, created, plans: await list() }
    },

    async expect(id: number): Promise<PlanRow> {
      const row = await store.find(id)
      if (!row) throw noSuchPlan()
      return row
    },

    /** What a plan is sold under at the provider that is connected now: made where another one was connected before. */
    async priceOf({ id }: PlanRow): Promise<string> {
      const known = await store.price(payments.mode, id)
      if (known !== undefined) return known
      const prices = await fetchPrices()
      await database.transaction((tx) => keep(tx, prices))
      const made = await store.price(payments.mode, id)
      if (made === undefined) throw noSuchPlan()
      return made
    },
  }
}
