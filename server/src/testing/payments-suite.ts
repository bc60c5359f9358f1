/** What every provider of payments promises (`ports/payments.ts`). Call it with a way to make an empty one, and what a browser does. */
import { expect, test } from 'vitest'
import { firstPaymentSuite } from './first-payment-suite.ts'
import { planChangeSuite } from './plan-change-suite.ts'
import { renewalSuite } from './renewal-suite.ts'
import {
  active,
  beginSubscription,
  CARDS,
  DAY,
  eventsOf,
  HOUR,
  invoicesOf,
  newOperation,
  openShop,
  PLANS,
  paymentsFailure,
  type StandingPayments,
  saveCard,
  shopping,
} from './standing-payments.ts'

export function paymentsSuite(make: () => Promise<StandingPayments>): void {
  test('plans are made once, and again where the price is another one', async () => {
    const { payments } = await make()
    const [first, second] = await Promise.all([payments.plans(PLANS), payments.plans(PLANS)])
    expect(second).toEqual(first)
    expect(first.map(({ key }) => key)).toEqual(['starter', 'pro'])
    const dearer = await payments.plans(PLANS.map((plan) => ({ ...plan, priceCents: plan.priceCents + 100 })))
    expect(dearer.map(({ key }) => key)).toEqual(['starter', 'pro'])
    expect(dearer.some(({ priceId }) => first.some((one) => one.priceId === priceId))).toBe(false)
    expect(await payments.plans([])).toEqual([])
    await payments.test()
  })

  test('the same operation makes one customer, one set-up and one subscription', async () => {
    const { here, payments, companyId } = await openShop(make)
    const customers = await Promise.all(
      [1, 2, 3].map(() => payments.customer({ companyId, name: 'Ada', email: 'a@example.test' }, 'customer of 1')),
    )
    expect(new Set(customers).size).toBe(1)
    const [customerId = ''] = customers
    const shop = { customerId, price: (await shopping(here)).price }
    const setups = await Promise.all([1, 2].map(() => payments.beginSetup({ customerId, companyId }, 'set-up of 1')))
    expect(setups[0]).toEqual(setups[1])
    const paymentMethodId = await saveCard(here, shop)
    const request = { customerId, companyId, priceId: shop.price('pro'), paymentMethodId }
    const made = await Promise.all([1, 2, 3, 4].map(() => payments.subscribe(request, 'subscription of 1')))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]?.operationId).toBe('subscription of 1')
    expect(await payments.subscriptionsOf(customerId)).toHaveLength(1)
    const other = payments.subscribe({ ...request, priceId: shop.price('starter') }, 'subscription of 1')
    expect((await paymentsFailure(other)).kind).toBe('conflict')
  })

  test('a customer is corrected, and is the same one', async () => {
    const { here, payments, shop } = await openShop(make)
    const made = await beginSubscription(here, shop)
    const request = { name: 'Ada Grove', email: 'ada.grove@example.test' }
    for (const _ of [1, 2]) expect(await payments.correctCustomer(shop.customerId, request)).toBeUndefined()
    expect(await payments.subscriptionsOf(shop.customerId)).toEqual([made])
    expect((await paymentsFailure(payments.correctCustomer('cus_missing', request))).kind).toBe('gone')
  })

  test('a card is kept: with Stripe’s prefixes, and nothing is charged', async () => {
    const { payments, person, companyId, shop, charges } = await openShop(make)
    const { clientSecret } = await payments.beginSetup({ customerId: shop.customerId, companyId }, newOperation())
    expect(clientSecret).toMatch(/^seti_\w+_secret_\w+$/)
    expect(await person.confirm(clientSecret, CARDS.good)).toEqual({
      status: 'succeeded',
      paymentMethodId: expect.stringMatching(/^pm_\w+$/),
    })
    expect(await charges()).toBe(0)
  })

  test.each([
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.short, 'Your card has insufficient funds.'],
    [CARDS.expired, 'Your card has expired.'],
    [CARDS.cvc, "Your card's security code is incorrect."],
    [CARDS.processing, 'An error occurred while processing your card. Try again in a little bit.'],
  ])('card %s is refused: %s Another one may be tried', async (number, message) => {
    const { payments, person, companyId, shop } = await openShop(make)
    const { clientSecret } = await payments.beginSetup({ customerId: shop.customerId, companyId }, newOperation())
    expect(await person.confirm(clientSecret, number)).toEqual({ status: 'failed', message })
    expect((await person.confirm(clientSecret, CARDS.good)).status).toBe('succeeded')
  })

  test('a challenge is answered, refused or left alone', async () => {
    const { payments, person, companyId, shop } = await openShop(make)
    const { clientSecret } = await payments.beginSetup({ customerId: shop.customerId, companyId }, newOperation())
    expect(await person.confirm(clientSecret, CARDS.asksOnce)).toEqual({ status: 'challenge' })
    expect(await person.answerChallenge(clientSecret, false)).toEqual({
      status: 'failed',
      message: expect.stringMatching(/^We are unable to authenticate your payment method\./),
    })
    await person.confirm(clientSecret, CARDS.asksOnce)
    expect(await person.answerChallenge(clientSecret, true)).toMatchObject({ status: 'succeeded' })
  })

  firstPaymentSuite(make)
  renewalSuite(make)
  planChangeSuite(make)

  test('events are listed newest first, each once, with their object', async () => {
    const { here, payments, shop, pass, now } = await openShop(make)
    const before = now()
    const made = await active(here, shop)
    pass(HOUR)
    const cancelledAt = now()
    await payments.cancelNow(made.id, newOperation())
    const events = await eventsOf(payments, before)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events.every(({ customerId }) => customerId === null || customerId === shop.customerId)).toBe(true)
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((one, other) => other - one))
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
    )
    const [invoice] = await invoicesOf(here, shop)
    expect(events.find(({ type }) => type === 'invoice.paid')).toMatchObject({
      customerId: shop.customerId,
      about: { kind: 'invoice', id: invoice?.id },
    })
    expect((await eventsOf(payments, cancelledAt)).map(({ type, about }) => [type, about])).toEqual([
      ['customer.subscription.deleted', { kind: 'subscription', id: made.id }],
    ])
  })

  test('as many invoices come as are asked for, the newest first', async () => {
    const { here, payments, shop, pass } = await openShop(make)
    await active(here, shop)
    for (let month = 0; month < 2; month += 1) {
      pass(31 * DAY + 3 * HOUR)
      await payments.subscriptionsOf(shop.customerId)
    }
    const all = await invoicesOf(here, shop)
    expect(all.map(({ reason }) => reason)).toEqual(['renewal', 'renewal', 'first'])
    expect(await payments.invoicesOf(shop.customerId, 2)).toEqual(all.slice(0, 2))
  })

  test('what is not there is gone', async () => {
    const { payments, companyId, shop } = await openShop(make)
    const { customerId } = shop
    const paymentMethodId = 'pm_nobody'
    const missing = [
      payments.beginSetup({ customerId: 'cus_missing', companyId }, newOperation()),
      payments.subscribe({ customerId, companyId, priceId: 'price_none', paymentMethodId }, newOperation()),
      payments.subscribe({ customerId, companyId, priceId: shop.price('pro'), paymentMethodId }, newOperation()),
      payments.cancelNow('sub_nobody', newOperation()),
      payments.endUnpaid('sub_nobody', newOperation()),
    ]
    const failures = await Promise.all(missing.map(paymentsFailure))
    expect(failures.map(({ kind }) => kind)).toEqual(missing.map(() => 'gone'))
  })
}
