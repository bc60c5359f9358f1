/** Moments and days as the specification words them (§9), past and to come. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAhead, formatDate, formatDay, formatMoment, formatShortDate } from './format.ts'

describe('moments', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  test.each([
    ['2026-11-20T11:59:40Z', 'seconds ago'],
    ['2026-11-20T12:00:30Z', 'seconds ago'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T11:48:00Z', '12 minutes ago'],
    ['2026-11-20T11:00:00Z', '1 hour ago'],
    ['2026-11-20T09:00:00Z', '3 hours ago'],
    ['2026-11-19T12:00:00Z', '1 day ago'],
    ['2026-11-13T12:00:01Z', '6 days ago'],
    ['2026-11-13T12:00:00Z', 'Nov 13, 2026'],
    ['2026-11-09T12:00:00Z', 'Nov 9, 2026'],
    ['nonsense', 'Unknown date'],
    ['', 'Unknown date'],
    [null, 'Unknown date'],
    [undefined, 'Unknown date'],
  ])('%s reads %s', (moment, text) => expect(formatMoment(moment, now)).toBe(text))
  test('law: relative exactly when under 168 hours old', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 * 3_600_000 }), (age) => {
        const text = formatMoment(new Date(now.getTime() - age).toISOString(), now)
        expect(text.endsWith(' ago')).toBe(age < 168 * 3_600_000)
      }),
    )
  })
})

test('a calendar day reads the same in every time zone', () => {
  const zone = process.env.TZ
  for (const tz of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
    process.env.TZ = tz
    expect(formatDay('2026-03-08')).toBe('Mar 8')
    expect(formatDay('2026-01-01', true)).toBe('Jan 1, 2026')
  }
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  expect(formatDay('soon')).toBe('Unknown date')
})

describe('moments to come', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  test.each([
    ['2026-11-20T11:00:00.000Z', 'any moment now'],
    ['2026-11-20T12:00:00.000Z', 'any moment now'],
    ['2026-11-20T12:00:20.000Z', 'any moment now'],
    ['2026-11-20T12:00:40.000Z', 'in 1 minute'],
    ['2026-11-20T12:20:00.000Z', 'in 20 minutes'],
    ['2026-11-20T13:00:00.000Z', 'in 1 hour'],
    ['2026-11-21T09:00:00.000Z', 'in 21 hours'],
    ['2026-11-23T12:00:00.000Z', 'in 3 days'],
    [null, 'Unknown date'],
    ['soon', 'Unknown date'],
  ])('%s is %s', (moment, text) => expect(formatAhead(moment, now)).toBe(text))
})

test.each([
  ['2026-12-20T12:00:00.000Z', 'Dec 20, 2026'],
  ['soon', 'Unknown date'],
  [null, 'Unknown date'],
])('the date of %s reads %s', (moment, text) => expect(formatDate(moment)).toBe(text))

test('a day says its year where that is another one', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(formatShortDate('2026-02-24T12:00:00.000Z', now)).toBe('Feb 24')
  expect(formatShortDate('2025-02-24T12:00:00.000Z', now)).toBe('Feb 24, 2025')
})
