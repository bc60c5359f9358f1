/** The period of a report: how it is called, and which one came before it. Days are counted since 1970-01-01. Pure. */

import type { ReportInterval } from '@tangelo/contract/limits'
import { MONTH_NAMES } from '@tangelo/contract/limits'
import { dayFromText, weekdayOf } from '#platform/calendar.ts'
import { sayDays } from './words.ts'

const DAY_MS = 86_400_000

export interface Period {
  from: number
  to: number
}

export interface NamedPeriod extends Period {
  /** October 2026. */
  name: string
  /** In October 2026, or: from Oct 5 to 11, 2026. */
  during: string
  /** Monthly report. */
  kind: string
  previous: Period
  /** September, or: the 12 days before. */
  previousName: string
  /** In September, or: the 12 days before. */
  duringPrevious: string
  next: Period
  /** November, or: the 12 days after. */
  nextName: string
}

const dayIn = (year: number, month: number, day: number): number => Date.UTC(year, month, day) / DAY_MS
const dateOf = (day: number) => new Date(day * DAY_MS)

/** How many calendar months the days are, from a first to a last; null for others. */
function wholeMonths({ from, to }: Period): number | null {
  const [first, after] = [dateOf(from), dateOf(to + 1)]
  if (first.getUTCDate() !== 1 || after.getUTCDate() !== 1) return null
  return (after.getUTCFullYear() - first.getUTCFullYear()) * 12 + after.getUTCMonth() - first.getUTCMonth()
}

/** So many calendar months beginning `shift` months after the one of that day. */
function monthsFrom(day: number, shift: number, count: number): Period {
  const date = dateOf(day)
  const begin = (months: number) => dayIn(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  return { from: begin(shift), to: begin(shift + count) - 1 }
}

/** October 2026, January to March 2026, or 2026. */
function nameMonths({ from, to }: Period, months: number): string {
  const [first, last] = [dateOf(from), dateOf(to)]
  const year = last.getUTCFullYear()
  if (months === 12 && first.getUTCMonth() === 0) return String(year)
  const end = `${MONTH_NAMES[last.getUTCMonth()]} ${year}`
  if (months === 1) return end
  const begin = MONTH_NAMES[first.getUTCMonth()] ?? ''
  return `${first.getUTCFullYear() === year ? begin : `${begin} ${first.getUTCFullYear()}`} to ${end}`
}

const KINDS: Partial<Record<number, string>> = { 1: 'Monthly report', 3: 'Quarterly report', 12: 'Yearly report' }

export function namePeriod({ from, to }: Period): NamedPeriod {
  const length = to - from + 1
  const months = wholeMonths({ from, to })
  if (months !== null) {
    const previous = monthsFrom(from, -months, months)
    const next = monthsFrom(from, months, months)
    const short = (period: Period) =>
      months === 1 ? (MONTH_NAMES[dateOf(period.from).getUTCMonth()] ?? '') : nameMonths(period, months)
    const during = (name: string) => (name.includes(' to ') ? `from ${name}` : `in ${name}`)
    const name = nameMonths({ from, to }, months)
    return {
      from,
      to,
      name,
      during: during(name),
      kind: KINDS[months] ?? 'Report',
      previous,
      previousName: short(previous),
      duringPrevious: during(short(previous)),
      next,
      nextName: short(next),
    }
  }
  const isWeek = length === 7 && weekdayOf(from) === 1
  const days = length === 1 ? 'day' : `${length} days`
  return {
    from,
    to,
    name: sayDays(from, to),
    during: length === 1 ? `on ${sayDays(from, to)}` : `from ${sayDays(from, to)}`,
    kind: isWeek ? 'Weekly report' : 'Report',
    previous: { from: from - length, to: from - 1 },
    previousName: isWeek ? 'the week before' : `the ${days} before`,
    duringPrevious: isWeek ? 'the week before' : `the ${days} before`,
    next: { from: to + 1, to: to + length },
    nextName: isWeek ? 'the week after' : `the ${days} after`,
  }
}

/** What a schedule reports about on a day: the week or the month that has ended. */
export function periodDue(every: ReportInterval, day: number): Period {
  if (every === 'monthly') return monthsFrom(day, -1, 1)
  const monday = day - weekdayOf(day) + 1
  return { from: monday - 7, to: monday - 1 }
}

export const periodFromText = ({ from, to }: { from: string; to: string }): Period => ({
  from: dayFromText(from),
  to: dayFromText(to),
})
