/** Days are counted, so neither daylight saving nor a year's end nor a time zone moves them. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayFrom,
  dayNumber,
  daysCounted,
  isDay,
  monthWeeks,
  todayUtc,
  weekDays,
  weekdayOf,
} from './days.ts'

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

test.each([
  ['2026-11-23', 0],
  ['2026-11-29', 6],
  ['1969-12-29', 0],
])('%s is weekday %i, counted from Monday', (day, weekday) => expect(weekdayOf(day)).toBe(weekday))

test.each([
  ['2026-11-20', '2026-10-26', '2026-12-06', 42],
  ['2027-02-14', '2027-02-01', '2027-02-28', 28],
  ['2026-12-31', '2026-11-30', '2027-01-03', 35],
])('the weeks of the month of %s go from %s to %s', (day, from, to, count) => {
  const days = monthWeeks(day)
  expect([days[0], days.at(-1), days.length]).toEqual([from, to, count])
})

test('a week goes from Monday to Sunday', () =>
  expect(weekDays('2026-11-22')).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]))

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2028-02-29', 12, '2029-02-28'],
])('%s and %i months is %s', (day, months, result) => expect(addMonths(day, months)).toBe(result))
