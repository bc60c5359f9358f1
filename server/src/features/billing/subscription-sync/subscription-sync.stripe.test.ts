/** What Stripe itself sends, in its stand-in. */
import { describe, expect, test } from 'vitest'
import { DAY, NEVER } from '#testing/paying.ts'
import { type PayingStripe, payingStripe } from '#testing/paying-stripe.ts'
import { eventsIn } from '#testing/payment-events.ts'
import { until } from '#testing/queue-nodes.ts'
import { isQuiet } from '#testing/world-with-sources.ts'

type StripeEvent = PayingStripe['stripe']['events'][number]

/** Those that a company's subscription is read for, by id. */
const ownEvents = (events: readonly StripeEvent[]) =>
  events
    .filter(({ type }) => type.startsWith('customer.subscription.') || type.startsWith('invoice.'))
    .map(({ id }) => id)
    .toSorted()

describe('what Stripe sends', () => {
  test('late, twice and out of order brings what is, once, and never brings back what was', async () => {
    const here = await payingStripe()
    const { stripe, plans } = here
    const { clientSecret } = (await here.create(plans.Starter, await here.saveCard(plans.Starter))).json()
    stripe.confirm(clientSecret, null)
    expect(await here.credits()).toEqual(NEVER)
    const deliver = async (events: readonly StripeEvent[]) => {
      const statuses = await stripe.webhooks.deliver([...events, ...events].reverse())
      expect(new Set(statuses)).toEqual(new Set([200]))
      await until('all work is done', () => isQuiet(here))
    }
    const begun = [...stripe.webhooks.listHeld()]
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
    const ended = [...stripe.webhooks.listHeld()]
    await deliver([...begun, ...ended])
    expect(await here.subscription()).toMatchObject({ status: 'canceled' })
    expect(await here.credits()).toMatchObject({ remaining: 35, renewalDate: null })
    expect(await eventsIn(here)).toEqual(ownEvents([...begun, ...ended]))
    expect(stripe.charges).toHaveLength(1)
  })
})
