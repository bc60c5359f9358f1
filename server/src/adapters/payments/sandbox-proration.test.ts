import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeAmounts } from './sandbox-proration.ts'

const day = 86_400_000
const period = { start: 0, end: 30 * day }

test.each([
  [0, -2_900, 7_900],
  [15 * day, -1_450, 3_950],
  [20 * day, -967, 2_633],
  [30 * day, 0, 0],
  [31 * day, 0, 0],
])('after %i ms, %i comes back and %i is to be paid', (at, givenBackCents, restCents) => {
  expect(changeAmounts(period, at, { oldCents: 2_900, newCents: 7_900 })).toEqual({ givenBackCents, restCents })
})

test('never gives back more than was paid, nor takes more than the plan costs; the same plan costs nothing', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: -day, max: 40 * day }), (oldCents, newCents, at) => {
      const { givenBackCents, restCents } = changeAmounts(period, at, { oldCents, newCents })
      expect(-givenBackCents).toBeLessThanOrEqual(oldCents)
      expect(restCents).toBeLessThanOrEqual(newCents)
      if (oldCents === newCents) expect(givenBackCents + restCents).toBe(0)
    }),
  )
})
