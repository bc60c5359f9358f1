/** Laws of the changes of periods, whatever days have readings. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeWithin } from './changes.rules.ts'

const DAYS = 120

/** Readings of some days, and the days after which a new period begins. */
const histories = fc.record({
  known: fc.uniqueArray(fc.integer({ min: 0, max: DAYS }), { minLength: 1 }),
  followers: fc.array(fc.nat(100_000), { minLength: DAYS + 1, maxLength: DAYS + 1 }),
  ends: fc.uniqueArray(fc.integer({ min: 0, max: DAYS }), { minLength: 2, maxLength: 8 }),
})

test('the changes of consecutive periods add up to that of all their days', () => {
  fc.assert(
    fc.property(histories, ({ known, followers, ends }) => {
      const readings = known
        .toSorted((one, other) => one - other)
        .map((day) => ({ day, value: followers[day] ?? 0, isBreak: false }))
      const sorted = ends.toSorted((one, other) => one - other)
      const periods = sorted.slice(1).map((to, at) => ({ from: (sorted[at] ?? 0) + 1, to }))
      const sum = periods.reduce((all, period) => all + (changeWithin(readings, period).change?.value ?? 0), 0)
      const all = { from: (sorted[0] ?? 0) + 1, to: sorted.at(-1) ?? 0 }
      expect(sum).toBe(changeWithin(readings, all).change?.value ?? 0)
    }),
  )
})

test('each change is counted from the last reading before its period, else from the first in it', () => {
  const at = (day: number, value: number) => ({ day, value, isBreak: false })
  const period = { from: 10, to: 16 }
  expect(changeWithin([at(9, 100), at(10, 114), at(16, 192)], period).change).toMatchObject({
    from: { day: 9, value: 100 },
    value: 92,
  })
  expect(changeWithin([at(5, 100), at(10, 114)], period).change).toMatchObject({ from: { day: 5 }, value: 14 })
  expect(changeWithin([at(10, 114), at(16, 192)], period).change).toMatchObject({ from: { day: 10 }, value: 78 })
})
