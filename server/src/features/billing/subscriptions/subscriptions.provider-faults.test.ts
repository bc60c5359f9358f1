/** A provider that fails, or a process that ends while it is called: nothing is paid twice, and no company is stuck. */
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { type Fails, failing } from '#testing/failing-payments.ts'
import { at, customer, paying } from '#testing/paying.ts'
import { START } from '#testing/world.ts'

describe('the provider', () => {
  test('that fails before it has subscribed has charged no customer, and the request can be retried', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    const pm = await here.saveCard(here.plans.Starter)
    fails.before = 'subscribe'
    const refused = await here.create(here.plans.Starter, pm)
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      ...[503, 'payments_unavailable', '30'],
    ])
    delete fails.before
    // That it had no effect is not known yet: with another card it has to wait, with this one it is the same operation.
    const other = await here.saveCard(here.plans.Starter)
    expect((await here.create(here.plans.Starter, other)).json()).toMatchObject({ error: 'payment_under_way' })
    expect((await here.create(here.plans.Starter, pm)).statusCode).toBe(200)
    expect(await here.invoices()).toHaveLength(1)
  })

  test('whose order was left by a killed process lets the company order something else within a minute', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    fails.before = 'subscribe'
    expect((await here.create(here.plans.Starter, await here.saveCard(here.plans.Starter))).statusCode).toBe(503)
    delete fails.before
    const other = await here.saveCard(here.plans.Pro)
    expect((await here.create(here.plans.Pro, other)).json()).toMatchObject({ error: 'payment_under_way' })
    for (let round = 0; round < 2; round += 1) await here.pass(25_000)
    const begun = await here.create(here.plans.Pro, other)
    expect([begun.statusCode, begun.json().error]).toEqual([200, undefined])
    expect(await here.invoices()).toHaveLength(1)
  })

  test('whose order has been worked on for minutes by another process keeps the company waiting', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    fails.before = 'subscribe'
    await here.create(here.plans.Starter, await here.saveCard(here.plans.Starter))
    delete fails.before
    const other = await here.saveCard(here.plans.Pro)
    for (let round = 0; round < 6; round += 1) {
      await here.pass(20_000)
      // The sign of life of the other process.
      await here.database.queries.updateTable('billing_operations').set({ alive_at: here.clock.now() }).execute()
    }
    expect((await here.create(here.plans.Pro, other)).json()).toMatchObject({ error: 'payment_under_way' })
  })

  test('that goes away after it has subscribed is found to have done it, once', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    const pm = await here.saveCard(here.plans.Starter)
    fails.after = 'subscribe'
    expect((await here.create(here.plans.Starter, pm)).statusCode).toBe(503)
    delete fails.after
    await here.pass(30_000)
    expect(await here.subscription()).toMatchObject({ status: 'incomplete' })
    const begun = (await here.create(here.plans.Starter, pm)).json()
    await here.typeCard(begun.clientSecret, null)
    await here.pass(5_000)
    expect(await here.subscription()).toMatchObject({ status: 'active' })
    expect(await here.invoices()).toMatchObject([{ status: 'paid' }])
    expect(await here.database.queries.selectFrom('billing_operations').selectAll().execute()).toEqual([])
  })

  test('that is down does not hide the stored state', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    await here.create(here.plans.Starter, await here.saveCard(here.plans.Starter))
    fails.before = 'subscriptionsOf'
    here.clock.moveBy(60_000)
    expect(await here.subscription()).toMatchObject({ status: 'incomplete', readAt: at(START) })
  })

  test('that has a second subscription of ours ends it, also where the first try came to nothing', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    await here.subscribe(here.plans.Starter)
    const { customer_id, price_id } = await here.database.queries
      .selectFrom('provider_customers')
      .innerJoin('plan_prices', 'plan_prices.provider', 'provider_customers.provider')
      .select(['customer_id', 'price_id'])
      .where('plan_id', '=', here.plans.Pro.id)
      .executeTakeFirstOrThrow()
    const sandbox = sandboxPayments(here)
    const customerId = customer_id ?? ''
    const { clientSecret } = await sandbox.beginSetup({ customerId, companyId: 1 }, 'setup elsewhere')
    const paymentMethodId = (await here.typeCard(clientSecret)).paymentMethodId ?? ''
    const request = { customerId, companyId: 1, priceId: price_id, paymentMethodId }
    const { id } = await sandbox.subscribe(request, 'made elsewhere')
    const statusOf = async () => (await sandbox.subscriptionsOf(customerId)).find((one) => one.id === id)?.status
    fails.before = 'endUnpaid'
    await here.pass(1_000)
    expect(await statusOf()).toBe('incomplete')
    delete fails.before
    await here.pass(60_000)
    expect(await statusOf()).toBe('incomplete_expired')
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Starter' } })
  })

  test('that replays its own fault for an operation is called again with another id for the customer', async () => {
    const asked: string[] = []
    const here = await paying({
      payments: (parts) => {
        const sandbox = sandboxPayments(parts)
        return {
          ...sandbox,
          async customer(request, operationId) {
            asked.push(operationId)
            if (operationId === asked[0])
              throw new PaymentsFailure('unavailable', 'Stripe has a problem.', { isKept: true })
            return sandbox.customer(request, operationId)
          },
        }
      },
    })
    const request = { planId: here.plans.Starter.id, ...customer }
    expect((await here.order('/setup', request)).statusCode).toBe(503)
    expect((await here.order('/setup', request)).statusCode).toBe(200)
    expect(new Set(asked).size).toBe(2)
  })
})
