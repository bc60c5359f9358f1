/** Days are counted, so neither daylight saving nor a year's end nor a time zone moves them. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayFrom, dayNumber, daysCounted, isDay, todayUtc } from './days.ts'

test.each([
  ['2026-03-08', 1, '2026-03-09'], // clocks go forward in New York
  ['2026-10-25', 1, '2026-10-26'], // clocks go back in Berlin
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-11-20', -29, '2026-10-22'],
])('%s and %i days is %s', (day, days, result) => expect(addDays(day, days)).toBe(result))

test.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['2026-2-3', false],
  ['2026-11-20T00:00:00Z', false],
  ['', false],
  [undefined, false],
])('is %s a day: %s', (text, answer) => expect(isDay(text)).toBe(answer))

test('both ends are counted', () => {
  expect(daysCounted('2026-11-20', '2026-11-20')).toBe(1)
  expect(daysCounted('2026-10-22', '2026-11-20')).toBe(30)
})

test('today is the day in UTC', () => {
  expect(todayUtc(new Date('2026-11-20T23:59:59Z'))).toBe('2026-11-20')
})

test('law: a day survives its number, and every step is one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (number) => {
      expect(dayNumber(dayFrom(number))).toBe(number)
      expect(dayNumber(addDays(dayFrom(number), 1))).toBe(number + 1)
    }),
  )
})
