/**
 * Deliveries in the provider's name (D34): accepted once, however often and in whatever order it comes, and only when
 * the provider has just signed it. The sandbox is the provider here, signing as Stripe does.
 */
import { describe, expect, test } from 'vitest'
import { CARDS, DAY, paying } from '#testing/paying.ts'
import { anEvent, type Calls, customerOf, eventsIn, send, signBody, signing } from '#testing/payment-events.ts'
import { START } from '#testing/world.ts'

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
      [body.replace('active', 'actIve'), signBody(body)],
      [body, signBody(body, START, 'whsec_other')],
      [body, signBody(body, START - 301_000)],
      [body, signBody(body, START + 301_000)],
      [body, `t=${START / 1_000},${signBody(body, START + 301_000)}`],
      [body, ''],
      ['', ''],
      ['x'.repeat(1024 * 1024), signBody(body)],
    ] as const) {
      const res = await send(here, payload, signature)
      expect([res.statusCode, res.json().error]).toEqual([400, 'invalid_signature'])
      expect(res.body).not.toMatch(/whsec|sk_test/)
    }
    expect((await send(here, `${body}${' '.repeat(1024 * 1024)}`)).statusCode).toBe(413)
    expect((await send(here, body, signBody(body, START - 299_000))).statusCode).toBe(200)
    expect((await send(here, body, signBody(body, START + 299_000))).statusCode).toBe(200)
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
