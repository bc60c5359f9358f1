/** Another plan: what it costs, when it begins, and what becomes of it when it is not paid. */
import { expect, test } from 'vitest'
import {
  active,
  CARDS,
  DAY,
  HOUR,
  invoicesOf,
  newOperation,
  openShop,
  reread,
  type StandingPayments,
  saveCard,
  secretOf,
} from './standing-payments.ts'

export function planChangeSuite(make: () => Promise<StandingPayments>): void {
  test('a larger plan costs what was shown, from the same moment on', async () => {
    const { here, payments, shop, pass, charges } = await openShop(make)
    const made = await active(here, shop)
    pass(made.periodEnd - made.periodStart - 10 * DAY)
    const request = { subscriptionId: made.id, priceId: shop.price('pro') }
    const shown = await payments.previewPlanChange(request)
    expect(shown).toMatchObject({ nextAmountCents: 7_900, periodEnd: made.periodEnd })
    expect(shown.dueNowCents).toBe(Math.round(7_900 / 3) - Math.round(2_900 / 3))
    expect(shown.lines.map(({ amountCents }) => amountCents)).toEqual([-967, 2_633])
    // Time enough to cost less, had it not been shown.
    pass(12 * HOUR)
    const operation = newOperation()
    const change = () => payments.changePlan({ ...request, at: shown.at }, operation)
    const changed = await change()
    expect(changed).toMatchObject({ status: 'active', planKey: 'pro', periodEnd: made.periodEnd })
    await change()
    const [difference] = await invoicesOf(here, shop)
    expect(difference).toMatchObject({
      reason: 'change',
      status: 'paid',
      amountPaidCents: shown.dueNowCents,
      period: null,
    })
    expect(await charges()).toBe(2)
  })

  test('a smaller plan may begin with the next period, and costs what it costs', async () => {
    const { here, payments, shop, pass, now } = await openShop(make)
    const made = await active(here, shop, { plan: 'pro' })
    pass(DAY)
    const request = {
      subscriptionId: made.id,
      priceId: shop.price('starter'),
      at: now(),
      starts: 'next_period' as const,
    }
    const changed = await payments.changePlan(request, newOperation())
    expect(changed).toEqual({ ...made, planKey: 'starter' })
    expect(await invoicesOf(here, shop)).toHaveLength(1)
    pass(31 * DAY)
    const [renewal] = await invoicesOf(here, shop)
    expect(renewal).toMatchObject({ reason: 'renewal', amountPaidCents: 2_900, period: { planKey: 'starter' } })
  })

  test('a change whose payment needs the person waits, and the old plan goes on', async () => {
    const { here, payments, person, shop, pass, now } = await openShop(make)
    const made = await active(here, shop, { card: CARDS.asksAlways })
    pass(10 * DAY)
    const request = { subscriptionId: made.id, priceId: shop.price('pro'), at: now() }
    const waiting = await payments.changePlan(request, newOperation())
    expect(waiting).toMatchObject({ status: 'active', planKey: 'starter', confirmation: { needs: 'person' } })
    await person.confirm(secretOf(waiting), null)
    await person.answerChallenge(secretOf(waiting), true)
    expect(await reread(here, shop, made)).toMatchObject({ planKey: 'pro', confirmation: null })
  })

  test('a change that is not paid is dropped after 23 hours', async () => {
    const { here, payments, shop, pass, now, charges } = await openShop(make)
    const made = await active(here, shop)
    const bad = await saveCard(here, shop, CARDS.declinedWhenCharged)
    await payments.replaceCard({ subscriptionId: made.id, paymentMethodId: bad }, newOperation())
    pass(DAY)
    const request = { subscriptionId: made.id, priceId: shop.price('pro'), at: now() }
    const waiting = await payments.changePlan(request, newOperation())
    expect(waiting).toMatchObject({ planKey: 'starter', confirmation: { needs: 'card' } })
    pass(DAY)
    expect(await reread(here, shop, made)).toMatchObject({
      status: 'active',
      planKey: 'starter',
      confirmation: null,
    })
    expect(await charges()).toBe(1)
  })
}
