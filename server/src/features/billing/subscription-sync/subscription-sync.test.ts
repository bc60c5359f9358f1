/**
 * Deliveries in the provider's name (D34): accepted once, however often and in whatever order it comes, and only when
 * the provider has just signed it. The sandbox is the provider here, signing as Stripe does; Stripe itself is in its
 * stand-in.
 */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { stripePayments } from '#adapters/payments/stripe.ts'
import type { Payments } from '#ports/payments.ts'
import { isQuiet } from '../../../testing/measured.ts'
import { CARDS, DAY, NEVER, type Paying, paying } from '../../../testing/paying.ts'
import { type PayingStripe, payingStripe } from '../../../testing/paying-stripe.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START } from '../../../testing/world.ts'

const SECRET = 'whsec_of_a_test'
const keys = { apiUrl: 'http://127.0.0.1:9', secretKey: 'sk_test_of_a_test', publishableKey: 'pk_test_of_a_test' }

/** How often each call was made. */
type Calls = Map<string, number>

const signing =
  (calls: Calls = new Map()) =>
  (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
    const sandbox = sandboxPayments(parts)
    const subscriptionsOf: Payments['subscriptionsOf'] = (id) => {
      calls.set('subscriptionsOf', (calls.get('subscriptionsOf') ?? 0) + 1)
      return sandbox.subscriptionsOf(id)
    }
    const { readWebhook } = stripePayments({ ...keys, webhookSecret: SECRET, clock: parts.clock })
    return { ...sandbox, readWebhook, subscriptionsOf }
  }

const price = { id: 'price_1', lookup_key: null, metadata: {}, unit_amount: 1, currency: 'usd', active: true }

/** Reports a subscription of this customer as active, whatever its status is. */
const anEvent = (customer: string, id = 'evt_1', type = 'customer.subscription.updated') => ({
  id,
  type,
  created: START / 1_000,
  data: {
    object: {
      id: 'sub_1',
      customer,
      status: 'active',
      created: 0,
      ended_at: null,
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: {},
      default_payment_method: null,
      latest_invoice: null,
      pending_update: null,
      items: { data: [{ id: 'si_1', price, current_period_start: 0, current_period_end: 1 }] },
    },
  },
})

const signed = (body: string, at = START, secret = SECRET) => {
  const seconds = Math.floor(at / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const send = ({ app }: Paying, body: string, signature = signed(body)) =>
  app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  })

const customerOf = async ({ database }: Paying, companyId = 1): Promise<string> =>
  (
    await database.queries
      .selectFrom('provider_customers')
      .select('customer_id')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
  ).customer_id ?? ''

type StripeEvent = PayingStripe['stripe']['events'][number]

/** Those that a company's subscription is read for, by id. */
const ownEvents = (events: readonly StripeEvent[]) =>
  events
    .filter(({ type }) => type.startsWith('customer.subscription.') || type.startsWith('invoice.'))
    .map(({ id }) => id)
    .toSorted()

const eventsIn = async ({ database }: Paying) =>
  (await database.queries.selectFrom('provider_events').select('id').orderBy('id').execute()).map(({ id }) => id)

describe('an event', () => {
  test('ten times at once has one effect: what the company has is read again', async () => {
    const calls: Calls = new Map()
    const here = await paying({ payments: signing(calls) })
    await here.subscribe(here.plans.Starter)
    await here.pass(0)
    const before = { credits: await here.credits(), events: await eventsIn(here), calls: calls.get('subscriptionsOf') }
    const body = JSON.stringify(anEvent(await customerOf(here)))
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(here, body)))
    expect(answers.map((res) => [res.statusCode, res.json()])).toEqual(
      Array.from({ length: 10 }, () => [200, { received: true }]),
    )
    await here.pass(0)
    expect(await here.credits()).toEqual(before.credits)
    expect(await eventsIn(here)).toEqual([...before.events, 'evt_1'].toSorted())
    expect(calls.get('subscriptionsOf')).toBe((before.calls ?? 0) + 1)
  })

  test('that comes late never brings back what has ended', async () => {
    const here = await paying({ payments: signing() })
    await here.subscribe(here.plans.Starter)
    await here.order('/cancel', { cancelImmediately: true })
    expect((await send(here, JSON.stringify(anEvent(await customerOf(here))))).statusCode).toBe(200)
    await here.pass(0)
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
  })

  test('of an unknown type, or of a customer of another installation, is accepted and does nothing', async () => {
    const here = await paying({ payments: signing() })
    await here.subscribe(here.plans.Starter)
    const before = await eventsIn(here)
    const own = await customerOf(here)
    for (const event of [anEvent(own, 'evt_2', 'customer.tax_id.created'), anEvent('cus_of_others', 'evt_3')])
      expect((await send(here, JSON.stringify(event))).statusCode).toBe(200)
    expect(await eventsIn(here)).toEqual(before)
  })

  test('is refused with a byte changed, another secret, a stamp that is 301 seconds old, or in the future, or none', async () => {
    const here = await paying({ payments: signing() })
    await here.subscribe(here.plans.Starter)
    const before = await eventsIn(here)
    const body = JSON.stringify(anEvent(await customerOf(here)))
    for (const [payload, signature] of [
      [body.replace('active', 'actIve'), signed(body)],
      [body, signed(body, START, 'whsec_other')],
      [body, signed(body, START - 301_000)],
      [body, signed(body, START + 301_000)],
      [body, `t=${START / 1_000},${signed(body, START + 301_000)}`],
      [body, ''],
      ['', ''],
      ['x'.repeat(1024 * 1024), signed(body)],
    ] as const) {
      const res = await send(here, payload, signature)
      expect([res.statusCode, res.json().error]).toEqual([400, 'invalid_signature'])
      expect(res.body).not.toMatch(/whsec|sk_test/)
    }
    expect((await send(here, `${body}${' '.repeat(1024 * 1024)}`)).statusCode).toBe(413)
    expect((await send(here, body, signed(body, START - 299_000))).statusCode).toBe(200)
    expect((await send(here, body, signed(body, START + 299_000))).statusCode).toBe(200)
    expect(await eventsIn(here)).toHaveLength(before.length + 1)
  })
})

test.each(['this is no JSON', '{"id":', '[]', 'null', '{"id":"evt_1"}', '{"id":1,"type":"invoice.paid"}'])(
  'the signed body %s is refused as one that cannot be read',
  async (body) => {
    const here = await paying({ payments: signing() })
    const res = await send(here, body)
    expect([res.statusCode, res.json()]).toEqual([
      400,
      {
        error: 'invalid_input',
        message: 'The body is not an event of Stripe',
        status: 400,
        success: false,
        fields: {},
      },
    ])
    expect(await eventsIn(here)).toEqual([])
  },
)

describe('what Stripe sends', () => {
  test('late, twice and out of order brings what is, once, and never brings back what was', async () => {
    const here = await payingStripe()
    const { stripe, plans } = here
    const { clientSecret } = (await here.create(plans.Starter, await here.keptCard(plans.Starter))).json()
    stripe.confirm(clientSecret, null)
    expect(await here.credits()).toEqual(NEVER)
    const deliver = async (events: readonly StripeEvent[]) => {
      const statuses = await stripe.webhooks.deliver([...events, ...events].reverse())
      expect(new Set(statuses)).toEqual(new Set([200]))
      await until('all work is done', () => isQuiet(here))
    }
    const begun = [...stripe.webhooks.held()]
    expect(begun.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'customer.subscription.updated', 'invoice.paid']),
    )
    await deliver(begun)
    expect(await here.credits()).toMatchObject({ total: 35, remaining: 35 })
    expect(await eventsIn(here)).toEqual(ownEvents(begun))
    const acts = (await here.ask('admin', 'GET', '/api/audit-log')).json().map(({ act }: { act: string }) => act)
    expect(acts).toEqual(['payment.made', 'subscription.made', 'plans.made'])

    here.wait(3 * DAY)
    await here.order('/cancel', { cancelImmediately: true })
    const ended = [...stripe.webhooks.held()]
    await deliver([...begun, ...ended])
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: null })
    expect(await eventsIn(here)).toEqual(ownEvents([...begun, ...ended]))
    expect(stripe.charges).toHaveLength(1)
  })
})

describe('a reading', () => {
  test('before the response to a change of the card records the user who requested it', async () => {
    let first = async (): Promise<unknown> => undefined
    const eventFirst = (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
      const sandbox = signing()(parts)
      const replaceCard: Payments['replaceCard'] = async (...wish) => {
        const replaced = await sandbox.replaceCard(...wish)
        await first()
        return replaced
      }
      return { ...sandbox, replaceCard }
    }
    const here = await paying({ payments: eventFirst })
    await here.subscribe(here.plans.Starter)
    const { clientSecret } = (await here.order('/card/setup')).json()
    const { paymentMethodId } = await here.typeCard(clientSecret, '5555555555554444')
    first = async () => {
      await send(here, JSON.stringify(anEvent(await customerOf(here))))
      await here.pass(0)
    }
    expect((await here.order('/card', { paymentMethodId })).statusCode).toBe(200)
    const [latest] = (await here.ask('admin', 'GET', '/api/audit-log')).json()
    expect(latest).toMatchObject({ act: 'card.changed', userName: 'pro', via: 'server' })
  })

  test('that began earlier never takes the place of one that began later', async () => {
    const gate = Promise.withResolvers<void>()
    let isHeld = false
    const slow = (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
      const sandbox = signing()(parts)
      const subscriptionsOf: Payments['subscriptionsOf'] = async (id) => {
        const found = await sandbox.subscriptionsOf(id)
        if (isHeld) {
          isHeld = false
          await gate.promise
        }
        return found
      }
      return { ...sandbox, subscriptionsOf }
    }
    const here = await paying({ payments: slow })
    await here.subscribe(here.plans.Starter)
    isHeld = true
    await send(here, JSON.stringify(anEvent(await customerOf(here))))
    await until('somebody reads', () => !isHeld)
    await here.order('/cancel', { cancelImmediately: true })
    gate.resolve()
    await here.pass(0)
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
  })

  test('that finds a second subscription ends it: no company pays twice', async () => {
    const here = await paying()
    await here.subscribe(here.plans.Starter)
    const sandbox = sandboxPayments(here)
    const customerId = await customerOf(here)
    const [first] = await sandbox.subscriptionsOf(customerId)
    const { clientSecret } = (await here.order('/card/setup')).json()
    const paymentMethodId = (await here.typeCard(clientSecret)).paymentMethodId ?? ''
    const { price_id: priceId } = await here.database.queries
      .selectFrom('plan_prices')
      .select('price_id')
      .where('plan_id', '=', here.plans.Starter.id)
      .executeTakeFirstOrThrow()
    const wish = { customerId, companyId: 1, priceId, paymentMethodId }
    await sandbox.subscribe(wish, 'made elsewhere')
    await here.pass(30_000)
    const all = () => sandbox.subscriptionsOf(customerId)
    // Only once what was read is kept.
    await until('the second one has been ended', async () =>
      (await all()).every(({ status }) => status !== 'incomplete'),
    )
    expect((await all()).map(({ id, status }) => [id === first?.id, status])).toEqual([
      [false, 'incomplete_expired'],
      [true, 'active'],
    ])
    expect(await here.subscription()).toMatchObject({ status: 'active' })
  })
})

test('where nothing is sent to us, there is nothing at that address', async () => {
  const here = await paying()
  expect((await send(here, '{}')).statusCode).toBe(404)
})

test('events that were missed while the server was down are found: a month later the plan is renewed, or has ended', async () => {
  const here = await paying()
  await here.subscribe(here.plans.Starter)
  await here.subscribe(here.plans.Pro, CARDS.good, 'foreigner', 2)
  await here.order('/cancel', {}, 'foreigner', 2)
  await here.pass(31 * DAY)
  expect(await here.subscription()).toMatchObject({ status: 'active', periodStart: '2026-12-20T09:00:00.000Z' })
  expect(await here.subscription('foreigner', 2)).toMatchObject({ status: 'canceled' })
  expect([(await here.credits(1)).remaining, (await here.credits(2)).remaining]).toEqual([35, 5])
})

test('events are forgotten when no provider repeats them any more', async () => {
  const here = await paying()
  await here.subscribe(here.plans.Starter)
  const first = await eventsIn(here)
  expect(first.length).toBeGreaterThan(0)
  await here.pass(41 * DAY)
  await here.purge()
  const left = await eventsIn(here)
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter((id) => first.includes(id))).toEqual([])
})
