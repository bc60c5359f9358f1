/** Another plan: what it costs is shown, and is what is paid. A dearer one at once, a cheaper one with the next period. */
import { expect, test } from 'vitest'
import { at, CARDS, DAY, NEXT_MONTH, paying } from '../../../testing/paying.ts'
import { aReel } from '../../../testing/reels.ts'
import { START } from '../../../testing/world.ts'

const HOUR = DAY / 24

test('a dearer plan begins at once, for the rest of the period, with the credits that were shown', async () => {
  const here = await paying()
  await here.subscribe(here.plans.Starter)
  await aReel(here)
  await here.pass(15 * DAY)
  const preview = (await here.order('/change/preview', { planId: here.plans.Pro.id })).json()
  expect(preview).toEqual({
    kind: 'now',
    plan: { id: here.plans.Pro.id, name: 'Pro' },
    amountDue: 2_500,
    lines: [
      { description: 'Unused time on Starter', amount: -1_450 },
      { description: 'Remaining time on Pro', amount: 3_950 },
    ],
    startsAt: at(START + 15 * DAY),
    creditsNow: 35,
    nextAmount: 7_900,
    nextPaymentAt: at(NEXT_MONTH),
    quote: expect.any(String),
  })
  const changed = (await here.order('/change', { planId: here.plans.Pro.id, quote: preview.quote })).json()
  expect(changed).toMatchObject({ subscription: { status: 'active', plan: { name: 'Pro' }, nextPlan: null } })
  expect(await here.credits()).toEqual({ total: 70, used: 1, remaining: 69, renewalDate: at(NEXT_MONTH) })
  expect(await here.invoices()).toMatchObject([{ total: 2_500, amountPaid: 2_500 }, { total: 2_900 }])
  await here.pass(NEXT_MONTH - START - 15 * DAY)
  await here.pass(60_000)
  expect(await here.credits()).toMatchObject({ total: 105, used: 0, remaining: 105 })
})

test('a dearer plan whose payment is confirmed a day later brings the credits of the day it is prorated from', async () => {
  const here = await paying()
  await here.subscribe(here.plans.Starter, CARDS.asksAlways)
  await here.pass(20 * HOUR)
  const { clientSecret } = (await here.change(here.plans.Pro)).json()
  await here.pass(22 * HOUR)
  await here.typeCard(clientSecret, null)
  await here.pass(5_000)
  expect(await here.subscription()).toMatchObject({ status: 'active', plan: { name: 'Pro' } })
  expect((await here.credits()).remaining).toBe(105)
})

test('a cheaper plan begins with the next period; until then everything stays, and it can be taken back', async () => {
  const here = await paying()
  await here.subscribe(here.plans.Pro)
  const preview = (await here.order('/change/preview', { planId: here.plans.Starter.id })).json()
  expect(preview).toMatchObject({ kind: 'later', amountDue: 0, lines: [], creditsNow: 0, startsAt: at(NEXT_MONTH) })
  expect((await here.change(here.plans.Starter)).json().subscription).toMatchObject({
    plan: { name: 'Pro' },
    nextPlan: { name: 'Starter' },
  })
  expect((await here.credits()).remaining).toBe(105)
  expect((await here.order('/change/preview', { planId: here.plans.Agency.id })).json()).toMatchObject({
    error: 'change_planned',
    message: 'The plan changes with the next period. Keep Pro, then choose Agency.',
  })
  expect((await here.change(here.plans.Pro)).json().subscription).toMatchObject({ nextPlan: null })
  await here.change(here.plans.Starter)
  await here.pass(NEXT_MONTH - START)
  await here.pass(60_000)
  expect(await here.subscription()).toMatchObject({ plan: { name: 'Starter' }, nextPlan: null })
  expect((await here.credits()).remaining).toBe(35)
  expect((await here.invoices()).map(({ total }) => total)).toEqual([2_900, 7_900])
})

test('a change that the bank wants confirmed waits for the customer, and the old plan continues', async () => {
  const here = await paying()
  await here.subscribe(here.plans.Starter, CARDS.asksAlways)
  const { clientSecret, subscription } = (await here.change(here.plans.Pro)).json()
  expect(subscription).toMatchObject({ plan: { name: 'Starter' }, problem: { kind: 'confirm', amountDue: 5_000 } })
  expect((await here.order('/change/preview', { planId: here.plans.Agency.id })).json().error).toBe('not_active')
  expect((await here.typeCard(clientSecret, null)).outcome).toBe('succeeded')
  await here.pass(5_000)
  expect(await here.subscription()).toMatchObject({ plan: { name: 'Pro' }, problem: null })
  expect((await here.credits()).remaining).toBe(105)
})

test('a price that was displayed too long ago, for another plan, for another company, or never is not paid', async () => {
  const here = await paying()
  const { Starter, Pro, Agency } = here.plans
  await here.subscribe(Starter)
  await here.subscribe(Starter, CARDS.good, 'foreigner', 2)
  const { quote } = (await here.order('/change/preview', { planId: Pro.id })).json()
  const change = (planId: number, quote: string, who: 'pro' | 'foreigner' = 'pro') =>
    here.order('/change', { planId, quote }, who, who === 'pro' ? 1 : 2)
  for (const refused of [
    await change(Agency.id, quote),
    await change(Pro.id, quote, 'foreigner'),
    await change(Pro.id, `${quote.slice(0, -2)}AA`),
    await change(Pro.id, 'made up'),
  ])
    expect(refused.json()).toMatchObject({ status: 409, error: 'quote_over' })
  here.clock.moveBy(10 * 60_000)
  expect((await change(Pro.id, quote)).json().error).toBe('quote_over')
  expect((await here.order('/change/preview', { planId: Starter.id })).json().error).toBe('same_plan')
  await here.order('/cancel', {})
  expect((await here.order('/change/preview', { planId: Pro.id })).json().error).toBe('ends_soon')
  expect(await here.invoices()).toHaveLength(1)
})
