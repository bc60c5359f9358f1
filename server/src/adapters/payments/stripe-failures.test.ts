/** Calls to Stripe that fail: what each failure is called, and that nothing is done twice. */
import { readFileSync } from 'node:fs'
import { stripeErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { Payments } from '#ports/payments.ts'
import { active, newOperation, paymentsFailure, saveCard, shopping } from '#testing/standing-payments.ts'
import { standingStripe } from '#testing/standing-stripe.ts'

describe('a call that fails', () => {
  const begin = async (bounds: { limits?: CallLimits; retries?: number } = {}) => {
    const here = await standingStripe(bounds)
    await here.payments.test()
    return here
  }
  const read = (payments: Payments) => payments.subscriptionsOf('cus_1')

  const samples = (
    JSON.parse(
      readFileSync(new URL('../../../../stand-ins/contracts/stripe/samples.json', import.meta.url), 'utf8'),
    ) as {
      samples: { name: string; part?: string; status: number; body: object }[]
    }
  ).samples.filter(({ part }) => part === 'error')

  test.each([
    ['card declined', 'declined'],
    ['no such customer', 'gone'],
    ['removed parameter', 'refused'],
    ['bad key', 'unauthorized'],
    ['too many requests', 'limited'],
    ['same idempotency key, other parameters', 'conflict'],
    ['server fault', 'unavailable'],
  ])('%s is %s', async (name, kind) => {
    const { stripe, payments } = await begin()
    const sample = samples.find((one) => one.name === name)
    // As the vendor says where trying again would change nothing.
    const headers = { 'Stripe-Should-Retry': 'false' }
    stripe.faults.always({ status: sample?.status ?? 0, body: sample?.body, headers })
    expect((await paymentsFailure(read(payments))).kind).toBe(kind)
  })

  test('every error of the samples has its name', () => {
    expect(samples.map(({ name }) => name).sort()).toEqual([
      ...['bad key', 'card declined', 'no such customer', 'removed parameter'],
      ...['same idempotency key, other parameters', 'server fault', 'too many requests'],
    ])
  })

  test('a declined card says why, and for whom', async () => {
    const { stripe, payments } = await begin()
    stripe.faults.next(1, stripeErrors.card({ code: 'expired_card', message: 'Your card has expired.' }))
    expect(await paymentsFailure(read(payments))).toMatchObject({
      reason: 'expired_card',
      message: 'Your card has expired.',
    })
  })

  test('an address that Stripe does not accept is named as the cause, and may be corrected', async () => {
    const { stripe, payments } = await begin()
    const createCustomer = (email: string) => payments.customer({ companyId: 1, name: 'Ada', email }, 'a customer')
    expect(await paymentsFailure(createCustomer('ada@example'))).toMatchObject({
      kind: 'refused',
      message: 'Stripe does not accept this e-mail address. Correct it and try again.',
    })
    expect(await createCustomer('ada@example.test')).toMatch(/^cus_/)
    expect(stripe.counts().customers).toBe(1)
  })

  test('a limit says when to retry', async () => {
    const { stripe, payments, now } = await begin()
    stripe.faults.next(1, stripeErrors.rateLimit({ 'Retry-After': '7' }))
    expect((await paymentsFailure(read(payments))).retryAt).toBe(now() + 7_000)
  })

  test('a wrong key is nothing that waiting helps with', async () => {
    const { payments } = await standingStripe({ secretKey: 'sk_test_wrong' })
    expect((await paymentsFailure(payments.test())).kind).toBe('unauthorized')
  })

  test.each([['html'], ['truncated'], ['wrongTypes']] as const)(
    'an answer that is %s is not understood',
    async (fault) => {
      const here = await begin()
      const shop = await shopping(here)
      await active(here, shop)
      here.stripe.faults.always(fault)
      expect((await paymentsFailure(here.payments.subscriptionsOf(shop.customerId))).kind).toBe('not_understood')
    },
  )

  test('what does not answer, or never stops, has an end', async () => {
    const { stripe, payments } = await begin({ limits: { connectMs: 1_000, wholeMs: 60, bytes: 10_000 }, retries: 0 })
    for (const fault of ['hang', 'trickle'] as const) {
      stripe.faults.clear()
      stripe.faults.always(fault)
      expect((await paymentsFailure(read(payments))).kind).toBe('unavailable')
    }
  })

  test('a call of several questions has one end', async () => {
    const { stripe, payments } = await standingStripe({ wholeMs: 90 })
    stripe.faults.always({ delayMs: 60 })
    const named = payments.customer({ companyId: 1, name: 'Ada', email: 'ada@example.test' }, 'slow')
    expect((await paymentsFailure(named)).kind).toBe('unavailable')
  })

  test('a lost response is requested again, and nothing is done twice', async () => {
    const here = await begin()
    const { stripe, payments, companyId } = here
    const { customerId } = await shopping(here)
    const before = stripe.counts().customers
    stripe.faults.next(1, 'reset')
    await payments.customer({ companyId, name: 'Ada', email: 'ada@example.test' }, newOperation())
    expect(stripe.counts().customers).toBe(before + 1)
    stripe.faults.next(1, stripeErrors.fault(503))
    expect(await payments.subscriptionsOf(customerId)).toEqual([])
  })

  test('a subscription whose answers were all lost is found, and made once', async () => {
    const here = await begin({ retries: 0 })
    const { stripe, payments, companyId } = here
    const shop = await shopping(here)
    const paymentMethodId = await saveCard(here, shop)
    const request = { customerId: shop.customerId, companyId, priceId: shop.price('pro'), paymentMethodId }
    stripe.faults.always('reset')
    expect((await paymentsFailure(payments.subscribe(request, 'lost'))).kind).toBe('unavailable')
    stripe.faults.clear()
    const [found] = await payments.subscriptionsOf(shop.customerId)
    expect(found).toMatchObject({ operationId: 'lost', status: 'incomplete' })
    expect((await payments.subscribe(request, 'lost')).id).toBe(found?.id)
    expect(stripe.counts().subscriptions).toBe(1)
  })
})
