/** The short form of the trial; `npm run trials -- alerts` is the long one. */
import { expect, test } from 'vitest'
import { alertsTrial } from './alerts.ts'

const world = { accounts: 60, days: 150, seed: 5 }

test.each(['light', 'heavy'] as const)(
  'a company in which nothing happens sends next to no mail: %s tails',
  (tails) => {
    // A tenth of the account days of the long form, and a tenth of its mails.
    expect(alertsTrial({ ...world, tails }).mails).toBeLessThanOrEqual(1)
  },
  60_000,
)

test('large events that were planted are alerted while they are news', () => {
  const { planted, found } = alertsTrial({ ...world, accounts: 40, days: 250, tails: 'heavy', events: 40 })
  expect(planted).toBeGreaterThan(3)
  expect(found).toBeGreaterThanOrEqual(0.75 * planted)
}, 60_000)
