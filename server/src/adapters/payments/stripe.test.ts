/** Stripe through its stand-in, which judges every call by the contract. */
import { readFileSync } from 'node:fs'
import { type StripeStandIn, stripeErrors, stripeStandIn } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { Payments } from '#ports/payments.ts'
import {
  active,
  type BrowserAnswer,
  begun,
  DAY,
  eventsOf,
  HOUR,
  keptCard,
  newOperation,
  type PayingPerson,
  PLANS,
  paymentsFailure,
  paymentsSuite,
  reread,
  type StandingPayments,
  secretOf,
  shopping,
} from '../../testing/payments-suite.ts'
import { stripePayments } from './stripe.ts'

const beginning = Date.parse('2026-11-21T12:00:00Z')

async function standing({
  secretKey,
  ...bounds
}: {
  limits?: CallLimits
  retries?: number
  wholeMs?: number
  secretKey?: string
} = {}) {
  let now = beginning
  const clock = {
    now: () => now,
    move: (ms: number) => {
      now += ms
    },
  }
  const stripe = await stripeStandIn({ clock }).start()
  onTestFinished(async () => {
    await stripe.end()
    expect(stripe.violations).toEqual([])
  })
  const { publishableKey, webhookSecret } = stripe
  const payments = stripePayments({
    apiUrl: stripe.url,
    secretKey: secretKey ?? stripe.token,
    publishableKey,
    webhookSecret,
    clock,
    ...bounds,
  })
  return {
    stripe,
    payments,
    companyId: 1,
    person: personWith(stripe),
    now: () => now,
    pass: stripe.pass,
    charges: async () => {
      const charged = stripe.charges.map(({ invoice }) => invoice)
      expect(new Set(charged).size).toBe(charged.length)
      return charged.length
    },
  } satisfies StandingPayments & Record<string, unknown>
}

function personWith(stripe: Pick<StripeStandIn, 'confirm' | 'answerChallenge'>): PayingPerson {
  const plain = ({ status, body }: ReturnType<StripeStandIn['confirm']>): BrowserAnswer => {
    const { error, ...intent } = body as {
      status?: string
      payment_method?: string
      error?: { type: string; code?: string; decline_code?: string; message?: string }
    }
    if (status === 200)
      return intent.status === 'requires_action'
        ? { status: 'challenge' }
        : { status: 'succeeded', paymentMethodId: intent.payment_method ?? '' }
    const reason = error?.decline_code ?? error?.code ?? ''
    if (error?.type !== 'card_error' && !reason.endsWith('authentication_failure')) throw new Error(reason)
    return { status: 'failed', message: error?.message ?? '' }
  }
  return {
    confirm: async (secret, number) => plain(stripe.confirm(secret, number)),
    answerChallenge: async (secret, accepted) => plain(stripe.answerChallenge(secret, accepted)),
  }
}

describe('Stripe', () => paymentsSuite(standing))

test.each([
  ['sk_test_sample', 'stripe:test'],
  ['rk_test_sample', 'stripe:test'],
  ['sk_live_sample', 'stripe:live'],
  ['rk_live_sample', 'stripe:live'],
])('a key such as %s opens %s', async (secretKey, mode) => {
  expect((await standing({ secretKey })).payments.mode).toBe(mode)
})

describe('a call that fails', () => {
  const begin = async (bounds: { limits?: CallLimits; retries?: number } = {}) => {
    const here = await standing(bounds)
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
    const named = (email: string) => payments.customer({ companyId: 1, name: 'Ada', email }, 'a customer')
    expect(await paymentsFailure(named('ada@example'))).toMatchObject({
      kind: 'refused',
      message: 'Stripe does not accept this e-mail address. Correct it and try again.',
    })
    expect(await named('ada@example.test')).toMatch(/^cus_/)
    expect(stripe.counts().customers).toBe(1)
  })

  test('a limit says when to retry', async () => {
    const { stripe, payments, now } = await begin()
    stripe.faults.next(1, stripeErrors.rateLimit({ 'Retry-After': '7' }))
    expect((await paymentsFailure(read(payments))).retryAt).toBe(now() + 7_000)
  })

  test('a wrong key is nothing that waiting helps with', async () => {
    const { payments } = await standing({ secretKey: 'sk_test_wrong' })
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
    const { stripe, payments } = await standing({ wholeMs: 90 })
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
    const paymentMethodId = await keptCard(here, shop)
    const wish = { customerId: shop.customerId, companyId, priceId: shop.price('pro'), paymentMethodId }
    stripe.faults.always('reset')
    expect((await paymentsFailure(payments.subscribe(wish, 'lost'))).kind).toBe('unavailable')
    stripe.faults.clear()
    const [found] = await payments.subscriptionsOf(shop.customerId)
    expect(found).toMatchObject({ operationId: 'lost', status: 'incomplete' })
    expect((await payments.subscribe(wish, 'lost')).id).toBe(found?.id)
    expect(stripe.counts().subscriptions).toBe(1)
  })
})

describe('plans', () => {
  test('made by five at once are one product and one price each', async () => {
    const { stripe, payments } = await standing()
    await Promise.all([1, 2, 3, 4, 5].map(() => payments.plans(PLANS)))
    expect(stripe.counts()).toMatchObject({ products: 2, prices: 2 })
  })
})

describe('an event that was sent', () => {
  const sent = async () => {
    const here = await standing()
    await begun(here, await shopping(here))
    const event = here.stripe.events.find(({ type }) => type === 'customer.subscription.created')
    if (!event) throw new Error('nothing happened')
    const read = here.payments.readWebhook
    if (!read) throw new Error('no events are taken in')
    const { body, signature } = here.stripe.webhooks.signed(event)
    return { ...here, event, read, body, signature }
  }

  test('is the same as one that is read afterwards', async () => {
    const { read, body, signature, now, payments, event } = await sent()
    const told = await read({ body: Buffer.from(body), signature, now: now() })
    expect(told).toMatchObject({ id: event.id, at: now(), about: { kind: 'subscription' } })
    expect((await eventsOf(payments)).find(({ id }) => id === event.id)).toEqual(told)
  })

  test.each([
    ['with one byte changed', { byte: true }],
    ['301 seconds old', { lateMs: 301_000 }],
    ['signed by somebody else', { signature: 't=1795262400,v1=00ff' }],
    ['without a signature', { signature: '' }],
  ] as { 0: string; 1: { byte?: true; lateMs?: number; signature?: string } }[] & [string, object][])(
    '%s is not authentic',
    async (_, wrong: { byte?: true; lateMs?: number; signature?: string }) => {
      const { read, body, signature, now } = await sent()
      const bytes = Buffer.from(wrong.byte ? body.replace('active', 'activf').replace('created', 'creates') : body)
      const reading = read({ body: bytes, signature: wrong.signature ?? signature, now: now() + (wrong.lateMs ?? 0) })
      expect((await paymentsFailure(reading)).kind).toBe('not_authentic')
    },
  )

  test('299 seconds old is', async () => {
    const { read, body, signature, now, event } = await sent()
    expect((await read({ body: Buffer.from(body), signature, now: now() + 299_000 })).id).toBe(event.id)
  })

  test('of a kind that is none of ours is about nothing', async () => {
    const { read, now, stripe } = await sent()
    const other = stripe.events.find(({ type }) => type === 'customer.created')
    if (!other) throw new Error('nobody came')
    const { body, signature } = stripe.webhooks.signed(other)
    expect(await read({ body: Buffer.from(body), signature, now: now() })).toMatchObject({ about: null })
  })

  test('of every sample of the contract is read, without a call to Stripe', async () => {
    const { read, now, stripe } = await sent()
    const { samples } = JSON.parse(
      readFileSync(new URL('../../../../stand-ins/contracts/stripe/samples.json', import.meta.url), 'utf8'),
    ) as { samples: { schema?: string; body: StripeStandIn['events'][number] }[] }
    const events = samples.filter(({ schema }) => schema?.includes('event.'))
    expect(events.length).toBeGreaterThan(8)
    // The sender waits for a response: no further calls are made.
    stripe.faults.always('hang')
    for (const { body: event } of events) {
      const { body, signature } = stripe.webhooks.signed(event)
      const told = await read({ body: Buffer.from(body), signature, now: now() })
      expect(told.type).toBe(event.type)
      expect(told.about === null).toBe(/^(payment|setup)_intent\./.test(event.type))
    }
  })

  test('is not taken in where no secret is set', async () => {
    const { stripe } = await standing()
    const { url: apiUrl, token: secretKey, publishableKey } = stripe
    const clock = { now: () => beginning }
    expect(stripePayments({ apiUrl, secretKey, publishableKey, webhookSecret: null, clock }).readWebhook).toBeNull()
  })
})

describe('what happened', () => {
  test('is read in pages, of a year as of a day', async () => {
    const here = await standing()
    const shop = await shopping(here)
    for (let many = 0; many < 14; many += 1) await active(here, shop)
    here.pass(31 * DAY + 2 * HOUR)
    const events = await eventsOf(here.payments)
    expect(events.length).toBeGreaterThan(100)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events.filter(({ type }) => type === 'invoice.paid')).toHaveLength(28)
  })

  test('in the shape of other times still says whom and what it is about', async () => {
    const here = await standing()
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
    const here = await standing()
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
