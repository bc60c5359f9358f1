/** A company's clock goes on as it always does, also where clocks are set forward or back. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { localOf, momentAt, onDay, todayIn } from './zones.ts'

test.each([
  ['Europe/Berlin', '2026-03-29T00:59:00.000Z', '2026-03-29', '01:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29', '03:00'],
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25', '02:30'],
  ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25', '02:30'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08', '03:00'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01', '01:30'],
  ['Pacific/Kiritimati', '2026-11-20T12:00:00.000Z', '2026-11-21', '02:00'],
  ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-20', '00:00'],
  ['Nowhere/At_All', '2026-11-20T09:00:00.000Z', '2026-11-20', '09:00'],
])('%s at %s shows %s %s', (zone, moment, day, time) => expect(localOf(moment, zone)).toEqual({ day, time }))

test.each([
  ['Europe/Berlin', '2026-03-29', '09:00', '2026-03-29T07:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28', '09:00', '2026-03-28T08:00:00.000Z'],
  // Skipped: as much later as the clock jumped.
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  // Shown twice: the earlier one.
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
])('%s: %s %s is %s', (zone, day, time, moment) => expect(momentAt({ day, time }, zone)).toBe(moment))

test.each([
  ['Europe/Berlin', '2026-03-27T08:15:30.250Z', '2026-03-30', '2026-03-30T07:15:30.250Z'],
  ['Europe/Berlin', '2026-10-24T07:15:00.000Z', '2026-10-26', '2026-10-26T08:15:00.000Z'],
  ['America/New_York', '2026-03-07T14:00:00.000Z', '2026-03-09', '2026-03-09T13:00:00.000Z'],
  ['America/New_York', '2026-10-31T13:00:00.000Z', '2026-11-02', '2026-11-02T14:00:00.000Z'],
  // The day is the company's: late in the evening there it is tomorrow in UTC.
  ['America/New_York', '2026-11-21T03:30:00.000Z', '2026-11-25', '2026-11-26T03:30:00.000Z'],
])('%s: %s on %s is %s', (zone, moment, day, moved) => expect(onDay(moment, day, zone)).toBe(moved))

test('what a clock shows comes back, unless the clock skips it', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'),
      (date, zone) => {
        const shown = localOf(date.toISOString(), zone)
        expect(localOf(momentAt(shown, zone), zone)).toEqual(shown)
      },
    ),
    { numRuns: 200 },
  )
})

test('today is the day over there', () => {
  const now = new Date('2026-11-20T23:30:00.000Z')
  expect([todayIn('UTC', now), todayIn('Europe/Berlin', now)]).toEqual(['2026-11-20', '2026-11-21'])
})
