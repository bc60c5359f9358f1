import { expect, test } from 'vitest'
import { firstDue, followingDue, momentAt } from './report-schedules.rules.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const text = (moment: number) => new Date(moment).toISOString().slice(0, 16)

test.each([
  ['UTC', '2026-11-01', 8, '2026-11-01T08:00'],
  ['Europe/Lisbon', '2026-07-01', 8, '2026-07-01T07:00'],
  ['Europe/Lisbon', '2026-12-01', 8, '2026-12-01T08:00'],
  ['America/Los_Angeles', '2026-11-01', 8, '2026-11-01T16:00'],
  ['Asia/Kolkata', '2026-11-01', 8, '2026-11-01T02:30'],
  ['Pacific/Kiritimati', '2026-11-01', 0, '2026-10-31T10:00'],
  // Clocks leave out 02:00 to 03:00: the first moment after.
  ['Europe/Berlin', '2026-03-29', 2, '2026-03-29T01:00'],
  ['America/New_York', '2026-03-08', 2, '2026-03-08T07:00'],
  // Clocks show 01:00 twice: the first time.
  ['America/New_York', '2026-11-01', 1, '2026-11-01T05:00'],
  ['Europe/Berlin', '2026-10-25', 2, '2026-10-25T00:00'],
  // Half an hour of summer time, and a day without midnight.
  ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03T15:30'],
  ['America/Santiago', '2026-09-06', 0, '2026-09-06T04:00'],
  ['Europe/Berlin', '2026-10-25', 23, '2026-10-25T22:00'],
])('in %s, %s at %i is %s', (timeZone, date, hour, moment) => {
  expect(text(momentAt(day(date), hour, timeZone))).toBe(moment)
})

test.each([
  // 2026-11-20 is a Friday.
  ['weekly', 8, '2026-11-20T09:00Z', 'UTC', '2026-11-23T08:00'],
  ['weekly', 8, '2026-11-23T07:59Z', 'UTC', '2026-11-23T08:00'],
  ['weekly', 8, '2026-11-23T08:00Z', 'UTC', '2026-11-30T08:00'],
  ['monthly', 8, '2026-11-20T09:00Z', 'Europe/Lisbon', '2026-12-01T08:00'],
  ['monthly', 8, '2026-12-01T08:00Z', 'Europe/Lisbon', '2027-01-01T08:00'],
  // In Lisbon it is October still, in Auckland November already.
  ['monthly', 0, '2026-10-31T12:00Z', 'Pacific/Auckland', '2026-11-30T11:00'],
  ['monthly', 9, '2026-02-28T12:00Z', 'America/New_York', '2026-03-01T14:00'],
  ['monthly', 9, '2026-03-31T12:00Z', 'America/New_York', '2026-04-01T13:00'],
] as const)('%s at %i after %s in %s: %s', (every, hour, after, timeZone, expected) => {
  expect(text(firstDue({ every, hour }, Date.parse(after), timeZone).at)).toBe(expected)
})

test('the day is that of the company: in Auckland November has begun', () => {
  expect(firstDue({ every: 'monthly', hour: 1 }, Date.parse('2026-10-31T11:30Z'), 'Pacific/Auckland').day).toBe(
    day('2026-11-01'),
  )
})

test('after a due day comes the next week or month, and what is too old is left out', () => {
  const monthly = { every: 'monthly', hour: 8, day: day('2026-11-01') } as const
  expect(followingDue(monthly, 0, 'UTC')).toEqual({ day: day('2026-12-01'), at: Date.parse('2026-12-01T08:00Z') })
  expect(followingDue(monthly, Date.parse('2027-02-03T00:00Z'), 'UTC').day).toBe(day('2027-03-01'))
  const weekly = { every: 'weekly', hour: 8, day: day('2026-11-23') } as const
  // Tokyo has had its Monday; in Los Angeles the next one is that of the week after, too.
  expect(followingDue(weekly, 0, 'America/Los_Angeles').day).toBe(day('2026-11-30'))
})

test('two years of months at two in the morning are each there once, in every kind of zone', () => {
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
    const moments: number[] = []
    for (let at = Date.parse('2026-01-15T00:00Z'); moments.length < 24; ) {
      at = firstDue({ every: 'monthly', hour: 2 }, at, timeZone).at
      moments.push(at)
    }
    const months = moments.map((moment) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment),
    )
    expect(new Set(months).size).toBe(24)
    for (const month of months) expect(month).toMatch(/-01$/)
  }
})
