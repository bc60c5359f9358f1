import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayFromText,
  dayOf,
  dayToText,
  endOfDay,
  isTimeZone,
  localTimeOf,
  momentOfDay,
  momentToText,
  weekdayOf,
} from './calendar.ts'

const dayAt = (moment: string, timeZone: string) => dayToText(dayOf(Date.parse(moment), timeZone))

describe('the day of a moment', () => {
  test.each([
    ['2026-11-20T23:59:59.999Z', 'UTC', '2026-11-20'],
    ['2026-11-21T00:00:00.000Z', 'UTC', '2026-11-21'],
    // New Zealand's summer is 13 hours ahead.
    ['2026-11-20T10:59:59.999Z', 'Pacific/Auckland', '2026-11-20'],
    ['2026-11-20T11:00:00.000Z', 'Pacific/Auckland', '2026-11-21'],
    // New York: 5 hours behind in winter, 4 in summer; the clocks change on 2026-03-08 and 2026-11-01.
    ['2026-03-08T04:59:59.999Z', 'America/New_York', '2026-03-07'],
    ['2026-03-08T05:00:00.000Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', 'America/New_York', '2026-03-09'],
    ['2026-11-02T04:59:59.999Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', 'America/New_York', '2026-11-02'],
    ['2026-11-20T18:29:59.999Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21'],
  ])('%s in %s is %s', (moment, timeZone, day) => {
    expect(dayAt(moment, timeZone)).toBe(day)
  })
})

test.each([
  // Lisbon's clocks go from 01:00 to 02:00 on 2026-03-29, and from 02:00 back to 01:00 on 2026-10-25.
  ['2026-03-29T00:59:00Z', 'Europe/Lisbon', '2026-03-29', 0],
  ['2026-03-29T01:00:00Z', 'Europe/Lisbon', '2026-03-29', 2],
  ['2026-10-25T00:30:00Z', 'Europe/Lisbon', '2026-10-25', 1],
  ['2026-10-25T01:30:00Z', 'Europe/Lisbon', '2026-10-25', 1],
  ['2026-03-29T23:10:00Z', 'Europe/Lisbon', '2026-03-30', 0],
  ['2026-11-20T12:00:00Z', 'Asia/Kolkata', '2026-11-20', 17],
])('%s in %s is %s at %i o’clock, a Sunday being the seventh day', (moment, timeZone, day, hour) => {
  const local = localTimeOf(Date.parse(moment), timeZone)
  expect([dayToText(local.day), local.hour]).toEqual([day, hour])
  expect(weekdayOf(local.day)).toBe(new Date(`${day}T00:00Z`).getUTCDay() || 7)
})

const zones = constantFrom(
  'UTC',
  'Pacific/Auckland',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Asia/Beirut',
)
const days = integer({ min: dayFromText('2010-10-06'), max: dayFromText('2040-01-01') })

test('a day ends one millisecond before the next one begins, in every time zone', () => {
  assert(
    property(days, zones, (day, timeZone) => {
      const end = endOfDay(day, timeZone)
      expect(dayOf(end, timeZone)).toBe(day)
      expect(dayOf(end + 1, timeZone)).toBe(day + 1)
    }),
  )
})

test('text, day and moment are one and the same', () => {
  assert(
    property(days, (day) => {
      expect(dayFromText(dayToText(day))).toBe(day)
      expect(dayOf(momentOfDay(day), 'UTC')).toBe(day)
    }),
  )
})

test.each([
  ['Europe/Lisbon', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+02:00', false],
  ['', false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

test('a moment is written as Date writes it, also before 1970 and beyond the year 9999', () => {
  const furthest = 8_640_000_000_000_000
  for (const moment of [
    0,
    -1,
    furthest,
    -furthest,
    Date.UTC(2026, 10, 20, 9, 5, 7, 3),
    Date.UTC(9999, 11, 31) + 86_400_000,
  ])
    expect(momentToText(moment)).toBe(new Date(moment).toISOString())
  assert(
    property(integer({ min: -furthest, max: furthest }), (moment) => {
      expect(momentToText(moment)).toBe(new Date(moment).toISOString())
    }),
  )
})
