/** Events that Stripe sends: which ones are authentic, and what they are about. */
import { readFileSync } from 'node:fs'
import type { StripeStandIn } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { beginSubscription, eventsOf, paymentsFailure, shopping } from '#testing/standing-payments.ts'
import { standingStripe } from '#testing/standing-stripe.ts'
import { stripePayments } from './stripe.ts'

describe('an event that was sent', () => {
  const makeSignedEvent = async () => {
    const here = await standingStripe()
    await beginSubscription(here, await shopping(here))
    const event = here.stripe.events.find(({ type }) => type === 'customer.subscription.created')
    if (!event) throw new Error('nothing happened')
    const read = here.payments.readWebhook
    if (!read) throw new Error('no events are taken in')
    const { body, signature } = here.stripe.webhooks.signEvent(event)
    return { ...here, event, read, body, signature }
  }

  test('is the same as one that is read afterwards', async () => {
    const { read, body, signature, now, payments, event } = await makeSignedEvent()
    const received = await read({ body: Buffer.from(body), signature, now: now() })
    expect(received).toMatchObject({ id: event.id, at: now(), about: { kind: 'subscription' } })
    expect((await eventsOf(payments)).find(({ id }) => id === event.id)).toEqual(received)
  })

  test.each([
    ['with one byte changed', { byte: true }],
    ['301 seconds old', { lateMs: 301_000 }],
    ['signed with another secret', { signature: 't=1795262400,v1=00ff' }],
    ['without a signature', { signature: '' }],
  ] as { 0: string; 1: { byte?: true; lateMs?: number; signature?: string } }[] & [string, object][])(
    '%s is not authentic',
    async (_, wrong: { byte?: true; lateMs?: number; signature?: string }) => {
      const { read, body, signature, now } = await makeSignedEvent()
      const bytes = Buffer.from(wrong.byte ? body.replace('active', 'activf').replace('created', 'creates') : body)
      const reading = read({ body: bytes, signature: wrong.signature ?? signature, now: now() + (wrong.lateMs ?? 0) })
      expect((await paymentsFailure(reading)).kind).toBe('not_authentic')
    },
  )

  test('299 seconds old is', async () => {
    const { read, body, signature, now, event } = await makeSignedEvent()
    expect((await read({ body: Buffer.from(body), signature, now: now() + 299_000 })).id).toBe(event.id)
  })

  test('of a kind that is none of ours is about nothing', async () => {
    const { read, now, stripe } = await makeSignedEvent()
    const other = stripe.events.find(({ type }) => type === 'customer.created')
    if (!other) throw new Error('no customer came')
    const { body, signature } = stripe.webhooks.signEvent(other)
    expect(await read({ body: Buffer.from(body), signature, now: now() })).toMatchObject({ about: null })
  })

  test('of every sample of the contract is read, without a call to Stripe', async () => {
    const { read, now, stripe } = await makeSignedEvent()
    const { samples } = JSON.parse(
      readFileSync(new URL('../../../../stand-ins/contracts/stripe/samples.json', import.meta.url), 'utf8'),
    ) as { samples: { schema?: string; body: StripeStandIn['events'][number] }[] }
    const events = samples.filter(({ schema }) => schema?.includes('event.'))
    expect(events.length).toBeGreaterThan(8)
    // The sender waits for a response: no further calls are made.
    stripe.faults.always('hang')
    for (const { body: event } of events) {
      const { body, signature } = stripe.webhooks.signEvent(event)
      const received = await read({ body: Buffer.from(body), signature, now: now() })
      expect(received.type).toBe(event.type)
      expect(received.about === null).toBe(/^(payment|setup)_intent\./.test(event.type))
    }
  })

  test('is not taken in where no secret is set', async () => {
    const { stripe, now } = await standingStripe()
    const { url: apiUrl, token: secretKey, publishableKey } = stripe
    const clock = { now }
    expect(stripePayments({ apiUrl, secretKey, publishableKey, webhookSecret: null, clock }).readWebhook).toBeNull()
  })
})
