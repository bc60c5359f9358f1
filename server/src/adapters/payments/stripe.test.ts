/** Stripe through its stand-in, which judges every call by the contract. */
import { describe, expect, test } from 'vitest'
import { paymentsSuite } from '#testing/payments-suite.ts'
import { active, DAY, eventsOf, HOUR, PLANS, reread, secretOf, shopping } from '#testing/standing-payments.ts'
import { standingStripe } from '#testing/standing-stripe.ts'

describe('Stripe', () => paymentsSuite(standingStripe))

test.each([
  ['sk_test_sample', 'stripe:test'],
  ['rk_test_sample', 'stripe:test'],
  ['sk_live_sample', 'stripe:live'],
  ['rk_live_sample', 'stripe:live'],
])('a key such as %s opens %s', async (secretKey, mode) => {
  expect((await standingStripe({ secretKey })).payments.mode).toBe(mode)
})

describe('plans', () => {
  test('made by five at once are one product and one price each', async () => {
    const { stripe, payments } = await standingStripe()
    await Promise.all([1, 2, 3, 4, 5].map(() => payments.plans(PLANS)))
    expect(stripe.counts()).toMatchObject({ products: 2, prices: 2 })
  })
})

describe('what happened', () => {
  test('is read in pages, of a year as of a day', async () => {
    const here = await standingStripe()
    const shop = await shopping(here)
    for (let many = 0; many < 14; many += 1) await active(here, shop)
    here.pass(31 * DAY + 2 * HOUR)
    const events = await eventsOf(here.payments)
    expect(events.length).toBeGreaterThan(100)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events.filter(({ type }) => type === 'invoice.paid')).toHaveLength(28)
  })

  test('in the shape of other times still says whom and what it is about', async () => {
    const here = await standingStripe()
    const shop = await shopping(here)
    const { customerId } = shop
    const made = await active(here, shop)
    const [invoice] = await here.payments.invoicesOf(customerId, 1)
    const old = here.stripe.events
      .filter(({ type }) => type === 'customer.subscription.created' || type === 'invoice.paid')
      .map((event) => ({
        ...event,
        api_version: '2024-06-20',
        data: { object: { id: event.data.object.id, customer: customerId, object: event.data.object.object } },
      }))
    const announced = { ...old[0], id: 'evt_next', type: 'invoice.upcoming', data: { object: { object: 'invoice' } } }
    const list = { object: 'list', url: '/v1/events', has_more: false, data: [...old, announced] }
    here.stripe.faults.next(1, { status: 200, body: list })
    expect((await eventsOf(here.payments)).map(({ customerId, about }) => [customerId, about])).toEqual([
      [customerId, { kind: 'subscription', id: made.id }],
      [customerId, { kind: 'invoice', id: invoice?.id }],
      [null, null],
    ])
  })

  test('a renewal is charged an hour after its period began', async () => {
    const here = await standingStripe()
    const shop = await shopping(here)
    const made = await active(here, shop)
    here.pass(made.periodEnd - made.periodStart + 60_000)
    expect(await reread(here, shop, made)).toMatchObject({
      status: 'active',
      periodStart: made.periodEnd,
    })
    const [invoice] = await here.payments.invoicesOf(shop.customerId, 1)
    expect(invoice).toMatchObject({ status: 'draft', reason: 'renewal', paidAt: null })
    expect(secretOf(made)).toBe('')
  })
})
