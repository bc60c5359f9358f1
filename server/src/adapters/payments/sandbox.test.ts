import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { encryptionWith } from '#platform/encryption.ts'
import type { SandboxCards } from '#ports/sandbox-cards.ts'
import { paymentsSuite } from '../../testing/payments-suite.ts'
import {
  active,
  begun,
  CARDS,
  DAY,
  eventsOf,
  HOUR,
  type PayingPerson,
  paymentsFailure,
  reread,
  type StandingPayments,
  secretOf,
  shopping,
} from '../../testing/standing-payments.ts'
import { testStore } from '../../testing/test-store.ts'
import { sandboxPayments } from './sandbox.ts'
import { monthsAfter } from './sandbox-time.ts'

const beginning = Date.parse('2026-11-21T12:00:00Z')

async function standing() {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  let now = beginning
  const clock = { now: () => now }
  const { id: companyId } = await database.queries
    .insertInto('companies')
    .values({ name: 'Payers', name_key: 'payers', time_zone: 'UTC', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = encryptionWith(randomBytes(32))
  const payments = sandboxPayments({ database, clock, encryption: sealed })
  const cards = cardsOf(payments.sandboxCards)
  return {
    payments,
    cards,
    database,
    companyId,
    clock,
    encryption: sealed,
    person: personWith(cards),
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    charges: async () => {
      const customers = await database.queries.selectFrom('sandbox_customers').select('id').execute()
      const pages = customers.map(({ id }) => payments.invoicesOf(id, 100))
      const invoices = (await Promise.all(pages)).flat()
      return invoices.filter(({ amountPaidCents }) => amountPaidCents > 0).length
    },
  } satisfies StandingPayments & Record<string, unknown>
}

function cardsOf(cards: SandboxCards | null): SandboxCards {
  if (!cards) throw new Error('a sandbox without cards')
  return cards
}

const typed = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2034, cvc: '123' })

const personWith = (cards: SandboxCards): PayingPerson => ({
  confirm: (secret, number) => cards.confirm(secret, number === null ? null : typed(number)),
  answerChallenge: (secret, accepted) => cards.answerChallenge(secret, accepted),
})

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
    const answer = await cards.confirm(clientSecret, { ...typed(CARDS.good), ...wrong })
    expect(answer).toEqual({ status: 'failed', message })
  })

  test('is good until the end of the month that stands on it', async () => {
    const { cards, clientSecret } = await begin()
    const answer = await cards.confirm(clientSecret, {
      ...typed('4242 4242 4242 4242'),
      expiryMonth: 11,
      expiryYear: 2026,
    })
    expect(answer.status).toBe('succeeded')
  })

  test('leaves nothing but its brand, its last digits and its expiry; who reads the store can confirm nothing', async () => {
    const here = await standing()
    const made = await begun(here, await shopping(here))
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
      expect((await paymentsFailure(cards.confirm(secret, typed(CARDS.good)))).kind).toBe('gone')
    expect((await paymentsFailure(cards.answerChallenge(clientSecret, true))).kind).toBe('refused')
  })

  test('that is confirmed again, because no answer came, is answered as it was', async () => {
    const here = await standing()
    const shop = await shopping(here)
    const made = await begun(here, shop)
    const { clientSecret } = await here.payments.beginSetup(
      { customerId: shop.customerId, companyId: here.companyId },
      'another set-up',
    )
    const kept = await here.cards.confirm(clientSecret, typed(CARDS.good))
    expect(kept).toMatchObject({ status: 'succeeded', paymentMethodId: expect.stringMatching(/^pm_/) })
    expect(await here.cards.confirm(clientSecret, typed(CARDS.declined))).toEqual(kept)
    const paid = await here.cards.confirm(secretOf(made), null)
    expect(paid.status).toBe('succeeded')
    expect(await here.cards.confirm(secretOf(made), typed(CARDS.declined))).toEqual(paid)
    expect(await here.charges()).toBe(1)
  })

  test('buys nothing of what was withdrawn', async () => {
    const here = await standing()
    const made = await begun(here, await shopping(here))
    await here.payments.cancelNow(made.id, 'cancel')
    expect((await paymentsFailure(here.cards.confirm(secretOf(made), null))).kind).toBe('refused')
  })
})

describe('time', () => {
  test('a year without any read is twelve renewals, each at its moment', async () => {
    const here = await standing()
    const shop = await shopping(here)
    const made = await active(here, shop)
    here.pass(365 * DAY)
    await eventsOf(here.payments)
    const invoices = await here.payments.invoicesOf(shop.customerId, 12)
    expect(invoices.map(({ paidAt }) => new Date(paidAt ?? 0).toISOString().slice(0, 10)).reverse()).toEqual([
      ...['2026-12-21', '2027-01-21', '2027-02-21', '2027-03-21', '2027-04-21', '2027-05-21'],
      ...['2027-06-21', '2027-07-21', '2027-08-21', '2027-09-21', '2027-10-21', '2027-11-21'],
    ])
    expect((await reread(here, shop, made)).periodStart).toBe(monthsAfter(beginning, 12))
  })

  test.each([
    ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
    ['2027-01-31T10:00:00Z', 2, '2027-03-31T10:00:00Z'],
    ['2028-01-30T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2026-12-15T10:00:00Z', 1, '2027-01-15T10:00:00Z'],
    ['2026-08-31T23:30:00Z', 6, '2027-02-28T23:30:00Z'],
  ])('%s and %i months is %s', (start, months, end) => {
    expect(new Date(monthsAfter(Date.parse(start), months)).toISOString()).toBe(new Date(end).toISOString())
  })

  test('survives a restart, and is the same for every node', async () => {
    const here = await standing()
    const shop = await shopping(here)
    const made = await begun(here, shop)
    const other = sandboxPayments({ database: here.database, clock: here.clock, encryption: here.encryption })
    const cards = cardsOf(other.sandboxCards)
    await Promise.all([
      cards.confirm(secretOf(made), null),
      here.payments.cancelAtPeriodEnd(made.id, true, 'cancel'),
      other.subscriptionsOf(shop.customerId),
    ])
    expect(await reread(here, shop, made)).toMatchObject({ status: 'active', cancelsAtPeriodEnd: true })
    here.pass(32 * DAY)
    expect((await reread({ payments: other }, shop, made)).status).toBe('canceled')
  })

  test('what happened is forgotten after 30 days', async () => {
    const here = await standing()
    await active(here, await shopping(here))
    here.pass(30 * DAY - HOUR)
    expect((await eventsOf(here.payments)).length).toBeGreaterThan(3)
    here.pass(2 * HOUR)
    const left = await eventsOf(here.payments)
    expect(left.every(({ at }) => at >= here.now() - 30 * DAY)).toBe(true)
    here.pass(DAY)
    await eventsOf(here.payments)
    const kept = await here.database.queries.selectFrom('sandbox_events').select('at').execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.every(({ at }) => at >= here.now() - 30 * DAY)).toBe(true)
  })
})
