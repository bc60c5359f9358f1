/** A company's subscription as its users see it: in the sandbox, by the clock. Permissions are in the access matrix. */
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { type Payments, PaymentsFailure } from '#ports/payments.ts'
import { CARDS, customer, DAY, NEVER, type Paying, paying } from '../../../testing/paying.ts'
import { payingStripe } from '../../../testing/paying-stripe.ts'
import { aReel } from '../../../testing/reels.ts'
import { START } from '../../../testing/world.ts'

const at = (moment: number) => new Date(moment).toISOString()
/** The sandbox renews on the same day of the next month. */
const NEXT_MONTH = Date.UTC(2026, 11, 20, 9)
const MONTH_AFTER = Date.UTC(2027, 0, 20, 9)

const actsOf = async ({ ask }: Paying): Promise<string[]> => {
  const entries = (await ask('admin', 'GET', '/api/audit-log')).json()
  return entries
    .map(({ act, userName, via }: { act: string; userName: string; via: string }) => `${act} ${userName || via}`)
    .toReversed()
}

interface Meanwhile {
  pays?: () => Promise<unknown>
}

/** The customer pays between the last read and the end of the subscription. */
const overtaken = (meanwhile: Meanwhile) => (parts: Parameters<typeof sandboxPayments>[0]) =>
  new Proxy(sandboxPayments(parts), {
    get: (payments, name: keyof Payments & string) => {
      const asked = payments[name]
      if (typeof asked !== 'function' || (name !== 'cancelNow' && name !== 'endUnpaid')) return asked
      return async (...wish: never[]) => {
        await meanwhile.pays?.()
        return Reflect.apply(asked, payments, wish)
      }
    },
  })

interface Fails {
  before?: string
  after?: string
}

/** Fails where the test says so, before or after it has carried out the request. */
const failing = (fails: Fails) => (parts: Parameters<typeof sandboxPayments>[0]) =>
  new Proxy(sandboxPayments(parts), {
    get: (payments, name: keyof Payments & string) => {
      const asked = payments[name]
      if (typeof asked !== 'function' || (fails.before !== name && fails.after !== name)) return asked
      return async (...wish: never[]) => {
        if (fails.after === name) await Reflect.apply(asked, payments, wish)
        throw new PaymentsFailure('unavailable', 'Stripe could not be reached, or did not answer in time. Try again.')
      }
    },
  })

/** Records each read of what a customer has. */
const counting = (readings: string[]) => (parts: Parameters<typeof sandboxPayments>[0]) => {
  const sandbox = sandboxPayments(parts)
  return {
    ...sandbox,
    subscriptionsOf: (customerId: string) => {
      readings.push(customerId)
      return sandbox.subscriptionsOf(customerId)
    },
  }
}

/** The sandbox as what Stripe's live keys open. */
const live = (parts: Parameters<typeof sandboxPayments>[0]): Payments => ({
  ...sandboxPayments(parts),
  mode: 'stripe:live',
})

const deleteCustomer = ({ database }: Pick<Paying, 'database'>) =>
  database.queries.deleteFrom('sandbox_customers').where('company_id', '=', 1).execute()

describe('subscribing', () => {
  test('with a good card begins a plan, grants its credits, and says when they renew', async () => {
    const here = await paying()
    expect([await here.subscription(), await here.credits()]).toEqual([null, NEVER])
    const begun = await here.subscribe(here.plans.Starter)
    expect(begun.subscription).toMatchObject({ status: 'incomplete', problem: { kind: 'confirm', amountDue: 2_900 } })
    expect(await here.subscription()).toEqual({
      status: 'active',
      planId: here.plans.Starter.id,
      plan: { name: 'Starter' },
      nextPlan: null,
      periodStart: at(START),
      periodEnd: at(NEXT_MONTH),
      cancelAtPeriodEnd: false,
      card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 },
      problem: null,
      readAt: at(START),
    })
    expect(await here.credits()).toEqual({ total: 35, used: 0, remaining: 35, renewalDate: at(NEXT_MONTH) })
    expect(await here.invoices()).toMatchObject([{ status: 'paid', total: 2_900, amountPaid: 2_900 }])
    expect(await actsOf(here)).toEqual(['plans.made admin', 'subscription.made pro', 'payment.made server'])
    // Nothing of it reaches the other company.
    expect([await here.subscription('foreigner', 2), await here.credits(2)]).toEqual([null, NEVER])
  })

  test('with a card that is declined when it is charged gives nothing, and another card goes on with the same one', async () => {
    const here = await paying()
    const pm = await here.keptCard(here.plans.Pro, CARDS.declinedWhenCharged)
    const { clientSecret } = (await here.create(here.plans.Pro, pm)).json()
    expect(clientSecret).toMatch(/^pi_/)
    expect(await here.typeCard(clientSecret, null)).toMatchObject({
      outcome: 'failed',
      message: 'Your card was declined.',
    })
    here.clock.moveBy(5_000)
    expect(await here.subscription()).toMatchObject({
      status: 'incomplete',
      problem: { kind: 'card', message: 'Your card was declined.', amountDue: 7_900 },
    })
    expect(await here.credits()).toEqual(NEVER)
    const again = (await here.order('/setup', { planId: here.plans.Pro.id, ...customer })).json()
    expect(again.clientSecret).toBe(clientSecret)
    expect((await here.typeCard(clientSecret)).outcome).toBe('succeeded')
    here.clock.moveBy(5_000)
    expect(await here.subscription()).toMatchObject({ status: 'active', card: { last4: '4242' } })
    expect((await here.credits()).remaining).toBe(105)
    expect(await here.invoices()).toHaveLength(1)
  })

  test('continues where a user closed the tab while the bank asked for confirmation', async () => {
    const here = await paying()
    const pm = await here.keptCard(here.plans.Starter, CARDS.asksAlways)
    const { clientSecret } = (await here.create(here.plans.Starter, pm)).json()
    const asked = await here.ask('pro', 'POST', '/api/payments/sandbox/confirm', { clientSecret })
    expect(asked.json().outcome).toBe('challenge')
    here.clock.moveBy(60_000)
    expect(await here.subscription()).toMatchObject({ status: 'incomplete', problem: { kind: 'confirm' } })
    expect((await here.order('/confirmation')).json()).toEqual({ clientSecret })
    expect((await here.typeCard(clientSecret, null)).outcome).toBe('succeeded')
    here.clock.moveBy(5_000)
    expect(await here.subscription()).toMatchObject({ status: 'active', problem: null })
    expect((await here.order('/confirmation')).json()).toMatchObject({ status: 409, error: 'nothing_due' })
  })

  test('that waits for its payment is read once for each question', async () => {
    const readings: string[] = []
    const here = await paying({ payments: counting(readings) })
    const pm = await here.keptCard(here.plans.Starter)
    await here.create(here.plans.Starter, pm)
    // The round that every server begins with reads it too.
    await here.pass(0)
    for (const ask of [
      () => here.order('/setup', { planId: here.plans.Starter.id, ...customer }),
      () => here.create(here.plans.Starter, pm),
      () => here.order('/confirmation'),
    ]) {
      readings.length = 0
      expect((await ask()).json().clientSecret).toMatch(/^pi_/)
      expect(readings).toHaveLength(1)
    }
  })

  test('clicked five times is one subscription and one charge', async () => {
    const here = await paying()
    const pm = await here.keptCard(here.plans.Starter)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => here.create(here.plans.Starter, pm)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const [secret = '', ...others] = new Set(answers.map((res) => res.json().clientSecret))
    expect(others).toEqual([])
    await here.typeCard(secret, null)
    expect(await here.invoices()).toMatchObject([{ status: 'paid' }])
    expect((await here.create(here.plans.Starter, pm)).json()).toMatchObject({ subscription: { status: 'active' } })
    expect(
      (await here.order('', { planId: here.plans.Pro.id, paymentMethodId: pm, ...customer })).json(),
    ).toMatchObject({
      error: 'already_subscribed',
      message: 'Your company is subscribed to Starter already. Change the plan instead.',
    })
    expect(await here.invoices()).toHaveLength(1)
  })

  test('in two tabs at once, for two plans with two cards, is one subscription', async () => {
    const here = await paying()
    const [one, other] = [await here.keptCard(here.plans.Starter), await here.keptCard(here.plans.Pro)]
    const answers = await Promise.all([here.create(here.plans.Starter, one), here.create(here.plans.Pro, other)])
    for (const res of answers) expect([200, 409]).toContain(res.statusCode)
    for (const { clientSecret } of answers.map((res) => res.json()))
      if (clientSecret) await here.typeCard(clientSecret, null)
    await here.pass(5_000)
    const paid = (await here.invoices()).filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(1)
    expect(await here.subscription()).toMatchObject({ status: 'active' })
  })

  test('in a second tab never ends what the first one has paid for a moment ago', async () => {
    const meanwhile: Meanwhile = {}
    const here = await paying({ payments: overtaken(meanwhile) })
    const { clientSecret } = (await here.create(here.plans.Starter, await here.keptCard(here.plans.Starter))).json()
    const other = await here.keptCard(here.plans.Pro)
    meanwhile.pays = () => here.typeCard(clientSecret, null)
    expect((await here.create(here.plans.Pro, other)).json()).toMatchObject({
      error: 'already_subscribed',
      message: 'Your company is subscribed to Starter already. Change the plan instead.',
    })
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Starter' } })
    expect((await here.credits()).remaining).toBe(35)
    expect(await here.invoices()).toMatchObject([{ status: 'paid', total: 2_900 }])
    expect(await here.database.queries.selectFrom('billing_operations').selectAll().execute()).toEqual([])
  })

  test('cancelled at the very moment it is paid continues, and reports that', async () => {
    const meanwhile: Meanwhile = {}
    const here = await paying({ payments: overtaken(meanwhile) })
    const { clientSecret } = (await here.create(here.plans.Starter, await here.keptCard(here.plans.Starter))).json()
    meanwhile.pays = () => here.typeCard(clientSecret, null)
    const refused = await here.order('/cancel', {})
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'payment_refused'])
    expect(await here.subscription()).toMatchObject({ status: 'active' })
    expect((await here.credits()).remaining).toBe(35)
  })

  test('sends receipts to the address that was given last', async () => {
    const here = await payingStripe()
    const wish = { planId: here.plans.Starter.id, ...customer }
    expect((await here.order('/setup', { ...wish, customerEmail: 'mai@example.test' })).statusCode).toBe(200)
    expect((await here.order('/setup', { ...wish, customerName: 'Mia Grove' })).statusCode).toBe(200)
    const known = () => here.stripe.events.filter(({ type }) => type === 'customer.updated').at(-1)?.data.object
    expect(known()).toMatchObject({ name: 'Mia Grove', email: 'mia@example.test' })
    // Also while a payment waits to be confirmed.
    await here.create(here.plans.Starter, await here.keptCard(here.plans.Starter, '4000000000000341'))
    expect(await here.subscription()).toMatchObject({ status: 'incomplete' })
    expect((await here.order('/setup', { ...wish, customerName: 'Mia Hill' })).statusCode).toBe(200)
    expect(known()).toMatchObject({ name: 'Mia Hill' })
    expect(here.stripe.counts().customers).toBe(1)
  })

  test.each([
    [{ customerName: '  ' }, 400, 'Name is required'],
    [{ customerEmail: 'mia@' }, 400, 'Invalid email address'],
    [{ planId: 999 }, 400, 'There is no such plan'],
  ])('is refused where something is missing: %o', async (part, status, message) => {
    const here = await paying()
    const res = await here.order('/setup', { planId: here.plans.Starter.id, ...customer, ...part })
    expect([res.statusCode, res.json().message]).toEqual([status, message])
  })
})

describe('a subscription that is cancelled', () => {
  test('goes on to the end of its period, with its credits, and then ends with what is left of them', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    const cancelled = (await here.order('/cancel', {})).json()
    expect(cancelled).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect((await here.order('/cancel', {})).json()).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: null })
    await aReel(here)
    await here.pass(NEXT_MONTH - START)
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
    // The first five were not the plan's. The one that was used was.
    expect(await here.credits()).toEqual({ total: 5, used: 0, remaining: 5, renewalDate: null })
    expect((await here.order('/resume')).json()).toMatchObject({ error: 'already_ended' })
    await here.subscribe(here.plans.Pro)
    expect((await here.credits()).remaining).toBe(105)
  })

  test('is taken back before that', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    await here.order('/cancel', {})
    expect((await here.order('/resume')).json()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    expect((await here.credits()).renewalDate).toBe(at(NEXT_MONTH))
    expect((await actsOf(here)).slice(-2)).toEqual(['subscription.cancelled pro', 'subscription.resumed pro'])
  })

  test('at once ends at once; what was paid for stays until its period is over', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    expect((await here.order('/cancel', { cancelImmediately: true })).json()).toMatchObject({ status: 'canceled' })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: null })
    await here.pass(NEXT_MONTH - START)
    expect((await here.credits()).remaining).toBe(5)
  })

  test('is not there for a company that has none', async () => {
    const here = await paying()
    for (const path of ['/cancel', '/resume', '/card/setup'])
      expect((await here.order(path, path === '/cancel' ? {} : undefined)).json().error).toBe('not_subscribed')
  })
})

test('a company is not deleted while its subscription runs', async () => {
  const here = await paying()
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
  await here.subscribe(here.plans.Starter, CARDS.good, 'admin', id)
  const refused = (await here.ask('admin', 'DELETE', `/api/companies/${id}`)).json()
  expect(refused).toMatchObject({ message: 'Short has a subscription that runs: cancel it at once first' })
  await here.order('/cancel', { cancelImmediately: true }, 'admin', id)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
})

test('a company is not deleted while its subscription is paid', async () => {
  const fails: Fails = {}
  const here = await paying({ payments: failing(fails) })
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
  const pm = await here.keptCard(here.plans.Starter, CARDS.good, 'admin', id)
  fails.before = 'subscribe'
  await here.create(here.plans.Starter, pm, 'admin', id)
  delete fails.before
  const refused = (await here.ask('admin', 'DELETE', `/api/companies/${id}`)).json()
  expect(refused).toMatchObject({ message: 'For Short 1 payment is under way: wait for that to end' })
  // As long as it may still come to something.
  await here.pass(20_000)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(409)
  await here.pass(20_000)
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
})

test('a company is deleted though it had a subscription of a provider that is not connected any more', async () => {
  const here = await paying()
  const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
  await here.subscribe(here.plans.Starter, CARDS.good, 'admin', id)
  for (const table of ['subscriptions', 'provider_customers'] as const)
    await here.database.queries
      .updateTable(table)
      .set({ provider: 'stripe:live' })
      .where('company_id', '=', id)
      .execute()
  expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
})

describe('a renewal', () => {
  test('grants anew, and what was left of the month before is gone', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    for (let reel = 0; reel < 3; reel += 1) await aReel(here)
    expect(await here.credits()).toMatchObject({ total: 35, used: 3, remaining: 32 })
    await here.pass(NEXT_MONTH - START)
    await here.pass(60_000)
    expect(await here.credits()).toEqual({ total: 35, used: 0, remaining: 35, renewalDate: at(MONTH_AFTER) })
    expect(await here.invoices()).toHaveLength(2)
  })

  test('that is seen after two months grants the month that runs, once', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    await here.pass(MONTH_AFTER - START)
    expect(await here.credits()).toMatchObject({ remaining: 35 })
    expect((await here.invoices()).filter(({ status }) => status === 'paid')).toHaveLength(3)
  })

  test('that fails says what to do, keeps nothing beyond the period, and is made good with another card', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    const card = async (number: string) => {
      const { clientSecret } = (await here.order('/card/setup')).json()
      const { paymentMethodId } = await here.typeCard(clientSecret, number)
      return here.order('/card', { paymentMethodId })
    }
    expect((await card(CARDS.declinedWhenCharged)).json().subscription.card.last4).toBe('0341')
    await here.pass(NEXT_MONTH - START)
    await here.pass(60_000)
    expect(await here.subscription()).toMatchObject({
      status: 'past_due',
      problem: { kind: 'card', message: 'Your card was declined.', amountDue: 2_900 },
    })
    expect((await here.credits()).remaining).toBe(5)
    expect((await card(CARDS.declinedWhenCharged)).json()).toMatchObject({ error: 'card_refused', status: 402 })
    expect((await card(CARDS.good)).json()).toMatchObject({ subscription: { status: 'active', problem: null } })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: at(MONTH_AFTER) })
    expect(await actsOf(here)).toEqual([
      ...['plans.made admin', 'subscription.made pro', 'payment.made server', 'card.changed pro'],
      ...['payment.failed server', 'card.changed pro', 'payment.made server'],
    ])
  })
})

describe('the provider', () => {
  test('that fails before it has subscribed has charged no customer, and the request can be retried', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    const pm = await here.keptCard(here.plans.Starter)
    fails.before = 'subscribe'
    const refused = await here.create(here.plans.Starter, pm)
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      ...[503, 'payments_unavailable', '30'],
    ])
    delete fails.before
    // That it had no effect is not known yet: with another card it has to wait, with this one it is the same operation.
    const other = await here.keptCard(here.plans.Starter)
    expect((await here.create(here.plans.Starter, other)).json()).toMatchObject({ error: 'payment_under_way' })
    expect((await here.create(here.plans.Starter, pm)).statusCode).toBe(200)
    expect(await here.invoices()).toHaveLength(1)
  })

  test('whose order was left by a killed process lets the company order something else within a minute', async () => {
    const fails: Fails = {}
    const here = await paying({ payments: failing(fails) })
    fails.before = 'subscribe'
    expect((await here.create(here.plans.Starter, await here.keptCard(here.plans.Starter))).statusCode).toBe(503)
    delete fails.before
    const other = await here.keptCard(here.plans.Pro)
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
    await here.create(here.plans.Starter, await here.keptCard(here.plans.Starter))
    delete fails.before
    const other = await here.keptCard(here.plans.Pro)
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
    const pm = await here.keptCard(here.plans.Starter)
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
    await here.create(here.plans.Starter, await here.keptCard(here.plans.Starter))
    fails.before = 'subscriptionsOf'
    here.clock.moveBy(60_000)
    expect(await here.subscription()).toMatchObject({ status: 'incomplete', readAt: at(START) })
  })

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
    const wish = { customerId, companyId: 1, priceId: price_id, paymentMethodId }
    const { id } = await sandbox.subscribe(wish, 'made elsewhere')
    const statusOf = async () => (await sandbox.subscriptionsOf(customerId)).find((one) => one.id === id)?.status
    fails.before = 'endUnpaid'
    await here.pass(1_000)
    expect(await statusOf()).toBe('incomplete')
    delete fails.before
    await here.pass(60_000)
    expect(await statusOf()).toBe('incomplete_expired')
    expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Starter' } })
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

  test('that replays its own fault for an operation is called again with another id for the customer', async () => {
    const asked: string[] = []
    const here = await paying({
      payments: (parts) => {
        const sandbox = sandboxPayments(parts)
        return {
          ...sandbox,
          async customer(wish, operationId) {
            asked.push(operationId)
            if (operationId === asked[0])
              throw new PaymentsFailure('unavailable', 'Stripe has a problem.', { isKept: true })
            return sandbox.customer(wish, operationId)
          },
        }
      },
    })
    const wish = { planId: here.plans.Starter.id, ...customer }
    expect((await here.order('/setup', wish)).statusCode).toBe(503)
    expect((await here.order('/setup', wish)).statusCode).toBe(200)
    expect(new Set(asked).size).toBe(2)
  })
})
