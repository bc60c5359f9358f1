/** The words that stand in the product are those of the browser's own English formats. */
import { expect, test } from 'vitest'
import { dayTitle, monthName, monthTitle, weekdayLongName, weekdayName } from './day-names.ts'
import { addDays } from './days.ts'
import { formatDate, formatDay, formatExactMoment, formatWhole } from './format.ts'

const DAYS = Array.from({ length: 366 }, (_, index) => addDays('2028-01-01', index))

test.each([
  ['dayTitle', dayTitle, { weekday: 'long', month: 'long', day: 'numeric' }],
  ['monthTitle', monthTitle, { month: 'long', year: 'numeric' }],
  ['monthName', monthName, { month: 'short' }],
  ['weekdayName', weekdayName, { weekday: 'short' }],
  ['weekdayLongName', weekdayLongName, { weekday: 'long' }],
  ['formatDay', formatDay, { month: 'short', day: 'numeric' }],
  [
    'formatDay with the year',
    (day: string) => formatDay(day, true),
    { month: 'short', day: 'numeric', year: 'numeric' },
  ],
] as const)('%s names every day of a leap year as Intl does', (_name, nameOf, options) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  expect(DAYS.map((day) => nameOf(day))).toEqual(DAYS.map((day) => format.format(Date.parse(day))))
})

test('moments are written by the clock of the browser as Intl writes them', () => {
  const date = { month: 'short', day: 'numeric', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  for (const [index, day] of DAYS.entries()) {
    const moment = new Date(Date.parse(day) + index * 3_937_000).toISOString()
    expect(formatDate(moment)).toBe(new Date(moment).toLocaleString('en-US', date))
    expect(formatExactMoment(moment)).toBe(new Date(moment).toLocaleString('en-US', { ...date, ...time }))
  }
})

test.each([0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1_000, -999.6, 1e15])(
  '%d has its thousands apart as in Intl',
  (value) => {
    expect(formatWhole(value)).toBe(Math.round(value).toLocaleString('en-US'))
  },
)
