/** What else a provider may have, or have no more: other subscriptions, other keys, no customer. */
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { Payments } from '#ports/payments.ts'
import { actsOf, customer, DAY, type Paying, paying } from '#testing/paying.ts'

/** The sandbox as what Stripe's live keys open. */
const live = (parts: Parameters<typeof sandboxPayments>[0]): Payments => ({
  ...sandboxPayments(parts),
  mode: 'stripe:live',
})

const deleteCustomer = ({ database }: Pick<Paying, 'database'>) =>
  database.queries.deleteFrom('sandbox_customers').where('company_id', '=', 1).execute()

describe('the provider', () => {
  test('that has other subscriptions of this customer keeps them: they are none of ours', async () => {
    const ended: string[] = []
    const here = await paying({
      payments: (parts) => {
        const sandbox = sandboxPayments(parts)
        const elsewhere = { id: 'sub_elsewhere', planKey: null, status: 'active' as const, createdAt: 0 }
        return {
          ...sandbox,
          subscriptionsOf: async (id) => {
            const own = await sandbox.subscriptionsOf(id)
            return [...own, ...own.slice(0, 1).map((one) => ({ ...one, ...elsewhere }))]
          },
          cancelNow: async (id, operationId) => {
            ended.push(id)
            return sandbox.cancelNow(id, operationId)
          },
        }
      },
    })
    await here.subscribe(here.plans.Starter)
    await here.pass(5_000)
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Starter' } })
    expect(ended).toEqual([])
  })

  test('with other keys has no customer yet, and never receives an id of the first keys', async () => {
    const here = await paying({ payments: live })
    await here.subscribe(here.plans.Starter)
    // As test keys would have left it.
    for (const table of ['subscriptions', 'provider_customers', 'plan_prices', 'provider_events'] as const) {
      const of = here.database.queries.updateTable(table).set({ provider: 'stripe:test' })
      const { numUpdatedRows } = await of.where('provider', '=', 'stripe:live').executeTakeFirst()
      expect(numUpdatedRows).toBeGreaterThan(0n)
    }
    await deleteCustomer(here)
    expect(await here.subscription()).toBeNull()
    expect((await here.order('/cancel', {})).json().error).toBe('not_subscribed')
    await here.subscribe(here.plans.Pro)
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Pro' } })
    const customers = here.database.queries.selectFrom('provider_customers').select(['provider', 'customer_id'])
    const [first, second] = await customers.orderBy('provider', 'desc').execute()
    expect([first?.provider, second?.provider]).toEqual(['stripe:test', 'stripe:live'])
    expect(first?.customer_id).not.toBe(second?.customer_id)
  })

  test('that has forgotten the customer has ended the subscription, and makes another one', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    await deleteCustomer(here)
    // The next time that the screen is opened.
    await here.pass(DAY)
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
    expect((await actsOf(here)).slice(-1)).toEqual(['subscription.ended server'])
    await here.subscribe(here.plans.Pro)
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Pro' } })
    await here.order('/cancel', { cancelImmediately: true })
    await deleteCustomer(here)
    expect((await here.order('/setup', { planId: here.plans.Pro.id, ...customer })).json().clientSecret).toMatch(
      /^seti_/,
    )
  })
})
