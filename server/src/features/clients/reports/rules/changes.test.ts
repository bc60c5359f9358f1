/** Which accounts a sum of changes holds, and how the sums of consecutive periods add up. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeWithin } from '#features/analytics/index.ts'
import { isWholeChange } from './changes.ts'

const DAYS = 90

const accounts = fc.array(
  fc.record({
    /** Most days are read, so that many changes are whole. */
    unread: fc.uniqueArray(fc.integer({ min: 0, max: DAYS }), { maxLength: 60 }),
    followers: fc.array(fc.nat(100_000), { minLength: DAYS + 1, maxLength: DAYS + 1 }),
    brokenOn: fc.option(fc.integer({ min: 0, max: DAYS })),
    everyDays: fc.constantFrom(1, 3, 7),
  }),
  { minLength: 1, maxLength: 6 },
)
type Account = typeof accounts extends fc.Arbitrary<(infer Each)[]> ? Each : never

const ends = fc.uniqueArray(fc.integer({ min: 0, max: DAYS }), { minLength: 3, maxLength: 6 })

/** Its change where a sum of this period may hold it. */
function wholeChangeOf({ unread, followers, brokenOn, everyDays }: Account, period: { from: number; to: number }) {
  const readings = followers.flatMap((value, day) =>
    unread.includes(day) ? [] : [{ day, value, isBreak: day === brokenOn && day > 0 }],
  )
  const { last, change } = changeWithin(readings, period)
  return change && last && isWholeChange(change, last, { period, until: period.to, everyDays }) ? change.value : null
}

test('an account that is in the sums of consecutive periods is in that of all their days, and its changes add up', () => {
  let held = 0
  fc.assert(
    fc.property(accounts, ends, (some, days) => {
      const sorted = days.toSorted((one, other) => one - other)
      const periods = sorted.slice(1).map((to, at) => ({ from: (sorted[at] ?? 0) + 1, to }))
      const all = { from: (sorted[0] ?? 0) + 1, to: sorted.at(-1) ?? 0 }
      for (const account of some) {
        const parts = periods.map((period) => wholeChangeOf(account, period))
        if (parts.includes(null)) continue
        held += 1
        expect(wholeChangeOf(account, all)).toBe(parts.reduce((sum: number, part) => sum + (part ?? 0), 0))
      }
    }),
  )
  expect(held).toBeGreaterThan(20)
})

test('an account that was not read around the end of a period is in the sum of neither, and in that of both', () => {
  const account: Account = { unread: [27, 28, 29, 30, 31, 32], followers: rise(), brokenOn: null, everyDays: 1 }
  expect(wholeChangeOf(account, { from: 1, to: 30 })).toBeNull()
  expect(wholeChangeOf(account, { from: 31, to: 60 })).toBeNull()
  expect(wholeChangeOf(account, { from: 1, to: 60 })).toBe(600)
})

const rise = () => Array.from({ length: DAYS + 1 }, (_, day) => 1_000 + 10 * day)
