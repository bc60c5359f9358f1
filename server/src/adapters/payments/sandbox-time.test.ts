/** Time in the sandbox of payments: renewals at their moments, also after years and restarts. */
import { describe, expect, test } from 'vitest'
import { beginning, cardsOf, standing } from '../../testing/sandbox.ts'
import {
  active,
  beginSubscription,
  DAY,
  eventsOf,
  HOUR,
  reread,
  secretOf,
  shopping,
} from '../../testing/standing-payments.ts'
import { sandboxPayments } from './sandbox.ts'
import { monthsAfter } from './sandbox-time.ts'

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
    const made = await beginSubscription(here, shop)
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
