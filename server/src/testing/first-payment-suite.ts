/** How a subscription begins: without a charge, until its first payment is confirmed, or ends unpaid. */
import { expect, test } from 'vitest'
import type { PaidSubscription } from '#ports/payments.ts'
import {
  beginSubscription,
  CARDS,
  HOUR,
  invoicesOf,
  openShop,
  reread,
  type StandingPayments,
  secretOf,
} from './standing-payments.ts'

export function firstPaymentSuite(make: () => Promise<StandingPayments>): void {
  test('a subscription begins without a charge, and is active once the payment is confirmed', async () => {
    const { here, person, shop, now, charges } = await openShop(make)
    const made = await beginSubscription(here, shop)
    expect(made).toEqual({
      id: expect.stringMatching(/^sub_/),
      status: 'incomplete',
      planKey: 'starter',
      cancelsAtPeriodEnd: false,
      periodStart: now(),
      periodEnd: Date.parse('2026-12-21T12:00:00Z'),
      createdAt: now(),
      endedAt: null,
      operationId: expect.stringMatching(/^operation-/),
      card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2034 },
      confirmation: {
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
        invoiceId: expect.stringMatching(/^in_/),
        needs: 'person',
        failure: null,
      },
    } satisfies PaidSubscription)
    expect(await charges()).toBe(0)
    expect(await person.confirm(secretOf(made), null)).toMatchObject({ status: 'succeeded' })
    const paid = await reread(here, shop, made)
    expect(paid).toEqual({ ...made, status: 'active', confirmation: null })
    const [invoice, ...more] = await invoicesOf(here, shop)
    expect(more).toEqual([])
    expect(invoice).toMatchObject({
      subscriptionId: made.id,
      status: 'paid',
      reason: 'first',
      totalCents: 2_900,
      amountPaidCents: 2_900,
      createdAt: now(),
      paidAt: now(),
      period: { start: now(), end: made.periodEnd, planKey: 'starter' },
    })
    expect(await charges()).toBe(1)
  })

  test('a first payment that is refused can be made with another card', async () => {
    const { here, person, shop, charges } = await openShop(make)
    const made = await beginSubscription(here, shop, { card: CARDS.declinedWhenCharged })
    expect(await person.confirm(secretOf(made), null)).toEqual({ status: 'failed', message: 'Your card was declined.' })
    const waiting = await reread(here, shop, made)
    expect(waiting.status).toBe('incomplete')
    expect(waiting.confirmation).toMatchObject({ needs: 'card', failure: 'Your card was declined.' })
    expect((await person.confirm(secretOf(waiting), CARDS.good)).status).toBe('succeeded')
    expect(await reread(here, shop, made)).toMatchObject({ status: 'active', card: { last4: '4242' } })
    expect(await charges()).toBe(1)
  })

  test('a payment with a challenge waits for its answer', async () => {
    const { here, person, shop } = await openShop(make)
    const made = await beginSubscription(here, shop, { card: CARDS.asksAlways })
    expect(await person.confirm(secretOf(made), null)).toEqual({ status: 'challenge' })
    expect((await reread(here, shop, made)).confirmation).toMatchObject({ needs: 'person' })
    expect(await person.answerChallenge(secretOf(made), false)).toEqual({
      status: 'failed',
      message: expect.stringMatching(/^We are unable to authenticate your payment method\./),
    })
    expect((await reread(here, shop, made)).confirmation).toMatchObject({ needs: 'card' })
    await person.confirm(secretOf(made), CARDS.asksAlways)
    expect(await person.answerChallenge(secretOf(made), true)).toMatchObject({ status: 'succeeded' })
    expect((await reread(here, shop, made)).status).toBe('active')
  })

  test('a bank that asks once does so when the card is kept, or else when it is charged', async () => {
    const { here, person, shop } = await openShop(make)
    const kept = await beginSubscription(here, shop, { card: CARDS.asksOnce })
    expect(await person.confirm(secretOf(kept), null)).toMatchObject({ status: 'succeeded' })
    const other = await beginSubscription(here, shop)
    expect(await person.confirm(secretOf(other), CARDS.asksOnce)).toEqual({ status: 'challenge' })
    await person.answerChallenge(secretOf(other), true)
    expect((await reread(here, shop, other)).status).toBe('active')
  })

  test('a first payment that is not made ends after 23 hours, and cannot be made any more', async () => {
    const { here, person, shop, pass, charges } = await openShop(make)
    const made = await beginSubscription(here, shop)
    pass(22 * HOUR)
    expect((await reread(here, shop, made)).status).toBe('incomplete')
    pass(2 * HOUR)
    const ended = await reread(here, shop, made)
    expect(ended).toMatchObject({ status: 'incomplete_expired', confirmation: null })
    expect((await invoicesOf(here, shop))[0]?.status).toBe('void')
    await expect(person.confirm(secretOf(made), null)).rejects.toThrow()
    expect(await charges()).toBe(0)
  })
}
