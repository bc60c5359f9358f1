/**
 * The plans, here and at the payment provider (D33). Every signed-in user reads them, an administrator creates them.
 * Creating them twice, or twice at once, changes nothing.
 */
import type { SubscriptionPlan } from '@tangelo/contract'
import { type AuditLog, maySeePlans } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, invalidInput } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Payments, PlanPrice } from '#ports/payments.ts'
import { asPlan, asPlanRequest, DEMO_PLANS, type NewPlan, PLANS, type PlanRow } from './plans.rules.ts'
import { plansStore } from './plans.store.ts'

const noSuchPlan = () => invalidInput('There is no such plan', { planId: 'is no plan' })

export type PlansService = ReturnType<typeof plansService>

/** All plans, those of the demo too, the cheapest first, as the caller's transaction sees them. */
export const planRows = (queries: Queries): Promise<PlanRow[]> => plansStore(queries).all()

/** In the caller's transaction, after the subscriptions to them. */
export const removeDemoPlans = (tx: Queries): Promise<void> => plansStore(tx).removeOfDemo()

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
  async function keep(tx: Queries, plans: readonly NewPlan[], prices: readonly PlanPrice[]): Promise<number> {
    const inside = plansStore(tx)
    let created = 0
    for (const plan of plans) if (await inside.keep(plan)) created += 1
    const ids = new Map((await inside.all()).map(({ key, id }) => [key, id]))
    for (const { key, priceId } of prices) {
      const id = ids.get(key)
      if (id !== undefined) await inside.keepPrice({ provider: payments.mode, plan_id: id, price_id: priceId })
    }
    return created
  }

  const fetchPrices = (plans: readonly NewPlan[]) => payments.plans(plans.map(asPlanRequest))

  const ownRows = async (): Promise<PlanRow[]> => (await store.all()).filter(({ is_demo }) => is_demo === 0)

  /** An administrator without a company sees one's own plans, and those of the demo while there is nothing else to show. */
  async function rowsFor({ role, companyId: own }: Viewer, requested: number | undefined): Promise<PlanRow[]> {
    const companyId = role === 'admin' ? (requested ?? own) : own
    if (companyId !== null) return store.ofCompany(companyId)
    const rows = await ownRows()
    return rows.length === 0 && (await store.isDemoAlone()) ? store.all() : rows
  }

  return {
    /** Of the viewer's company, or of the one that an administrator names. Throws `access_denied` for basic users. */
    async read(viewer: Viewer, companyId?: number): Promise<SubscriptionPlan[]> {
      maySeePlans(viewer)
      return (await rowsFor(viewer, companyId)).map(asPlan)
    },

    rows: (): Promise<PlanRow[]> => store.all(),

    async initialize(viewer: Viewer): Promise<{ success: true; created: number; plans: SubscriptionPlan[] }> {
      const prices = await fetchPrices(PLANS)
      const created = await database.transaction(async (tx) => {
        const created = await keep(tx, PLANS, prices)
        if (created > 0)
          await audit.record(tx, viewer, {
            act: 'plans.made',
            object: { kind: 'plans', id: null, name: null },
            companyId: null,
            details: { created },
          })
        return created
      })
      return { success: true, created, plans: (await ownRows()).map(asPlan) }
    },

    /** Makes the plans of the demo, of which nothing is known at the provider yet. Safe to repeat. */
    makeOfDemo: async (): Promise<void> => {
      await database.transaction((tx) => keep(tx, DEMO_PLANS, []))
    },

    /** One that the company may buy. Throws `invalid_input` for any other. */
    async expectFor(companyId: number, id: number): Promise<PlanRow> {
      const row = (await store.ofCompany(companyId)).find((plan) => plan.id === id)
      if (!row) throw noSuchPlan()
      return row
    },

    async expect(id: number): Promise<PlanRow> {
      const row = await store.find(id)
      if (!row) throw noSuchPlan()
      return row
    },

    /** What a plan is sold under at the provider that is connected now: made where another one was connected before. */
    async priceOf({ id, is_demo }: PlanRow): Promise<string> {
      const known = await store.price(payments.mode, id)
      if (known !== undefined) return known
      if (is_demo === 1 && payments.mode !== 'sandbox')
        throw conflict('demo_plan', 'Plans of the demo workspace are not for sale')
      const plans = is_demo === 1 ? DEMO_PLANS : PLANS
      const prices = await fetchPrices(plans)
      await database.transaction((tx) => keep(tx, plans, prices))
      const made = await store.price(payments.mode, id)
      if (made === undefined) throw noSuchPlan()
      return made
    },
  }
}
