/** How a subscription goes on and ends: renewed, cancelled, ended at once, or not paid any more. */
import { expect, test } from 'vitest'
import {
  active,
  beginSubscription,
  CARDS,
  DAY,
  HOUR,
  invoicesOf,
  newOperation,
  openShop,
  paymentsFailure,
  reread,
  type StandingPayments,
  saveCard,
  secretOf,
} from './standing-payments.ts'

export function renewalSuite(make: () => Promise<StandingPayments>): void {
  test('a month later it is renewed and paid, once', async () => {
    const { here, shop, pass, charges } = await openShop(make)
    const made = await active(here, shop)
    pass(made.periodEnd - made.periodStart + 3 * HOUR)
    const reads = await Promise.all([1, 2, 3].map(() => reread(here, shop, made)))
    expect(reads[2]).toMatchObject({ status: 'active', periodStart: made.periodEnd })
    expect(reads[2]?.periodEnd).toBe(Date.parse('2027-01-21T12:00:00Z'))
    const [renewal, first] = await invoicesOf(here, shop)
    expect(first?.reason).toBe('first')
    expect(renewal).toMatchObject({
      status: 'paid',
      reason: 'renewal',
      amountPaidCents: 2_900,
      period: { start: made.periodEnd, planKey: 'starter' },
    })
    expect(await charges()).toBe(2)
  })

  test('it is cancelled for the end of the period, taken back, and cancelled again', async () => {
    const { here, payments, shop, pass, charges } = await openShop(make)
    const made = await active(here, shop)
    expect(await payments.cancelAtPeriodEnd(made.id, true, newOperation())).toEqual({
      ...made,
      cancelsAtPeriodEnd: true,
    })
    expect(await payments.cancelAtPeriodEnd(made.id, false, newOperation())).toEqual(made)
    await payments.cancelAtPeriodEnd(made.id, true, newOperation())
    pass(made.periodEnd - made.periodStart - HOUR)
    expect((await reread(here, shop, made)).status).toBe('active')
    pass(2 * HOUR)
    expect(await reread(here, shop, made)).toMatchObject({ status: 'canceled', endedAt: made.periodEnd })
    const late = payments.cancelAtPeriodEnd(made.id, false, newOperation())
    expect(['refused', 'gone']).toContain((await paymentsFailure(late)).kind)
    expect(await charges()).toBe(1)
  })

  test('it is ended at once, and ending it again changes nothing', async () => {
    const { here, payments, shop, now } = await openShop(make)
    const made = await active(here, shop)
    const ended = await payments.cancelNow(made.id, newOperation())
    expect(ended).toMatchObject({ status: 'canceled', endedAt: now() })
    expect(await payments.cancelNow(made.id, newOperation())).toEqual(ended)
    expect(await reread(here, shop, made)).toEqual(ended)
  })

  test('one that waits for its first payment is ended, and cannot be paid any more', async () => {
    const { here, payments, person, shop, now, charges } = await openShop(make)
    const made = await beginSubscription(here, shop)
    const operation = newOperation()
    const ended = await payments.endUnpaid(made.id, operation)
    expect(ended).toMatchObject({ status: 'incomplete_expired', endedAt: now(), confirmation: null })
    expect(await payments.endUnpaid(made.id, operation)).toEqual(ended)
    expect(await payments.endUnpaid(made.id, newOperation())).toEqual(ended)
    expect((await invoicesOf(here, shop))[0]?.status).toBe('void')
    await expect(person.confirm(secretOf(made), null)).rejects.toThrow()
    expect(await charges()).toBe(0)
  })

  test('one that was paid a moment ago is not ended as unpaid', async () => {
    const { here, payments, shop } = await openShop(make)
    const made = await active(here, shop)
    expect((await paymentsFailure(payments.endUnpaid(made.id, newOperation()))).kind).toBe('refused')
    expect((await reread(here, shop, made)).status).toBe('active')
  })

  test('a renewal that is refused is past due, until another card pays', async () => {
    const { here, payments, shop, pass, charges } = await openShop(make)
    const made = await active(here, shop)
    const bad = await saveCard(here, shop, CARDS.declinedWhenCharged)
    const changed = await payments.replaceCard({ subscriptionId: made.id, paymentMethodId: bad }, newOperation())
    expect(changed).toMatchObject({ status: 'active', card: { last4: '0341' }, confirmation: null })
    pass(made.periodEnd - made.periodStart + 3 * HOUR)
    const due = await reread(here, shop, made)
    expect(due).toMatchObject({ status: 'past_due', periodStart: made.periodEnd })
    expect(due.confirmation).toMatchObject({ needs: 'card', failure: 'Your card was declined.' })
    const again = await saveCard(here, shop, CARDS.declinedWhenCharged)
    const failed = payments.replaceCard({ subscriptionId: made.id, paymentMethodId: again }, newOperation())
    expect(await paymentsFailure(failed)).toMatchObject({ kind: 'declined', reason: 'generic_decline' })
    const operation = newOperation()
    const paymentMethodId = await saveCard(here, shop)
    const pay = () => payments.replaceCard({ subscriptionId: made.id, paymentMethodId }, operation)
    expect(await pay()).toMatchObject({ status: 'active', card: { last4: '4242' }, confirmation: null })
    await pay()
    expect(await charges()).toBe(2)
    expect((await invoicesOf(here, shop)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('a renewal that is never paid ends the subscription', async () => {
    const { here, shop, pass, charges } = await openShop(make)
    const made = await active(here, shop, { card: CARDS.asksAlways })
    pass(made.periodEnd - made.periodStart + 3 * HOUR)
    expect((await reread(here, shop, made)).status).toBe('past_due')
    pass(20 * DAY)
    // What is open still buys nothing any more.
    expect(await reread(here, shop, made)).toMatchObject({ status: 'canceled', confirmation: null })
    expect(await charges()).toBe(1)
  })
}
