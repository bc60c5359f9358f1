/** The sandbox of payments promises what every provider does, and its test cards. */
import { describe, expect, test } from 'vitest'
import { paymentsSuite } from '../../testing/payments-suite.ts'
import { standing, toTypedCard } from '../../testing/sandbox.ts'
import {
  active,
  beginSubscription,
  CARDS,
  paymentsFailure,
  secretOf,
  shopping,
} from '../../testing/standing-payments.ts'

describe('the sandbox', () => paymentsSuite(standing))

describe('a card', () => {
  const begin = async () => {
    const here = await standing()
    const { customerId } = await shopping(here)
    const { clientSecret } = await here.payments.beginSetup({ customerId, companyId: here.companyId }, 'a set-up')
    return { ...here, clientSecret }
  }

  test.each([
    [{ number: '4111 1111 1111 1111' }, 'Your card was declined. The sandbox takes test cards only.'],
    [{ number: '4242424242424243' }, 'Your card number is incorrect.'],
    [{ number: '4242424242424241' }, 'Your card number is incorrect.'],
    [{ number: 'a card' }, 'Your card number is incorrect.'],
    [{ expiryMonth: 13 }, "Your card's expiration month is invalid."],
    [{ expiryYear: 2026, expiryMonth: 10 }, "Your card's expiration year is in the past."],
    [{ cvc: '12' }, "Your card's security code is incomplete."],
  ])('%j is refused: %s', async (wrong, message) => {
    const { cards, clientSecret } = await begin()
    const answer = await cards.confirm(clientSecret, { ...toTypedCard(CARDS.good), ...wrong })
    expect(answer).toEqual({ status: 'failed', message })
  })

  test('is good until the end of the month that stands on it', async () => {
    const { cards, clientSecret } = await begin()
    const answer = await cards.confirm(clientSecret, {
      ...toTypedCard('4242 4242 4242 4242'),
      expiryMonth: 11,
      expiryYear: 2026,
    })
    expect(answer.status).toBe('succeeded')
  })

  test('leaves nothing but its brand, its last digits and its expiry; who reads the store can confirm nothing', async () => {
    const here = await standing()
    const made = await beginSubscription(here, await shopping(here))
    await active(here, await shopping(here))
    const { queries } = here.database
    const customers = await queries.selectFrom('sandbox_customers').selectAll().execute()
    const kept = customers.map(({ id, state }) => here.encryption.decrypt(state, `sandbox-customer:${id}`)).join()
    expect(kept).toContain('4242')
    expect(kept).toContain(secretOf(made))
    expect(kept).not.toMatch(/42424242|"cvc"|"123"/)
    const stored = JSON.stringify([customers, await queries.selectFrom('sandbox_events').selectAll().execute()])
    expect(stored).not.toMatch(/_secret_/)
  })

  test('a secret opens what it is for', async () => {
    const { cards, clientSecret } = await begin()
    const other = `${clientSecret.slice(0, -1)}${clientSecret.endsWith('x') ? 'y' : 'x'}`
    for (const secret of [other, 'seti_nobody', '', 'pi_1_secret_2'])
      expect((await paymentsFailure(cards.confirm(secret, toTypedCard(CARDS.good)))).kind).toBe('gone')
    expect((await paymentsFailure(cards.answerChallenge(clientSecret, true))).kind).toBe('refused')
  })

  test('that is confirmed again, because no answer came, is answered as it was', async () => {
    const here = await standing()
    const shop = await shopping(here)
    const made = await beginSubscription(here, shop)
    const { clientSecret } = await here.payments.beginSetup(
      { customerId: shop.customerId, companyId: here.companyId },
      'another set-up',
    )
    const kept = await here.cards.confirm(clientSecret, toTypedCard(CARDS.good))
    expect(kept).toMatchObject({ status: 'succeeded', paymentMethodId: expect.stringMatching(/^pm_/) })
    expect(await here.cards.confirm(clientSecret, toTypedCard(CARDS.declined))).toEqual(kept)
    const paid = await here.cards.confirm(secretOf(made), null)
    expect(paid.status).toBe('succeeded')
    expect(await here.cards.confirm(secretOf(made), toTypedCard(CARDS.declined))).toEqual(paid)
    expect(await here.charges()).toBe(1)
  })

  test('buys nothing of what was withdrawn', async () => {
    const here = await standing()
    const made = await beginSubscription(here, await shopping(here))
    await here.payments.cancelNow(made.id, 'cancel')
    expect((await paymentsFailure(here.cards.confirm(secretOf(made), null))).kind).toBe('refused')
  })
})
