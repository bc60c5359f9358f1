/** What a new month brings: credits, and a charge that may fail. */
import { describe, expect, test } from 'vitest'
import { actsOf, at, CARDS, MONTH_AFTER, NEXT_MONTH, paying } from '#testing/paying.ts'
import { aReel } from '#testing/reels.ts'
import { START } from '#testing/world.ts'

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
