import { expect, test } from 'vitest'
import { dayFromText, dayToText } from '#platform/calendar.ts'
import { namePeriod, periodDue } from './periods.ts'

const describePeriod = (from: string, to: string) => {
  const { name, during, kind, previous, previousName, duringPrevious, next, nextName } = namePeriod({
    from: dayFromText(from),
    to: dayFromText(to),
  })
  const days = (period: { from: number; to: number }) => `${dayToText(period.from)} ${dayToText(period.to)}`
  return { name, during, kind, previous: days(previous), previousName, duringPrevious, next: days(next), nextName }
}

test('a month, a quarter, a year and a week go by their names, and so do those before and after', () => {
  expect(describePeriod('2026-03-01', '2026-03-31')).toEqual({
    name: 'March 2026',
    during: 'in March 2026',
    kind: 'Monthly report',
    previous: '2026-02-01 2026-02-28',
    previousName: 'February',
    duringPrevious: 'in February',
    next: '2026-04-01 2026-04-30',
    nextName: 'April',
  })
  expect(describePeriod('2026-01-01', '2026-03-31')).toMatchObject({
    name: 'January to March 2026',
    kind: 'Quarterly report',
    previous: '2025-10-01 2025-12-31',
    previousName: 'October to December 2025',
    duringPrevious: 'from October to December 2025',
  })
  expect(describePeriod('2024-01-01', '2024-12-31')).toMatchObject({
    name: '2024',
    kind: 'Yearly report',
    previous: '2023-01-01 2023-12-31',
    nextName: '2025',
  })
  expect(describePeriod('2026-11-16', '2026-11-22')).toMatchObject({
    name: 'Nov 16 to 22, 2026',
    during: 'from Nov 16 to 22, 2026',
    kind: 'Weekly report',
    previous: '2026-11-09 2026-11-15',
    previousName: 'the week before',
    duringPrevious: 'the week before',
  })
  expect(describePeriod('2025-12-30', '2026-01-08')).toMatchObject({
    name: 'Dec 30, 2025 to Jan 8, 2026',
    kind: 'Report',
    previousName: 'the 10 days before',
  })
})

test('what a schedule reports about is the week or the month that has ended', () => {
  const due = (every: 'weekly' | 'monthly', day: string) => {
    const { from, to } = periodDue(every, dayFromText(day))
    return `${dayToText(from)} ${dayToText(to)}`
  }
  expect(due('monthly', '2026-11-01')).toBe('2026-10-01 2026-10-31')
  expect(due('monthly', '2026-03-01')).toBe('2026-02-01 2026-02-28')
  expect(due('weekly', '2026-11-23')).toBe('2026-11-16 2026-11-22')
})
