/** Which days a range means, and what a chart of them says. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { HISTORY_DAYS_MAX } from '@tangelo/contract/limits'
import { addDays, daysCounted, isDay } from '#lib/days.ts'
import { formatDay, formatSigned, formatWhole, withSign } from '#lib/format.ts'
import { texts } from '../texts/history.ts'

/** D15: what the Date Range control offers, in its order; '30' is the default and stays out of the address. */
export const RANGES = ['7', '30', '90', 'year', 'all', 'custom'] as const
export type RangeName = (typeof RANGES)[number]
export const DEFAULT_RANGE: RangeName = '30'

export interface RangeSearch {
  range?: RangeName | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface DayRange {
  name: RangeName
  from: string
  to: string
  heading: string
  /** True for 'All': the chart then shows the days from the first with data to the last. */
  open: boolean
}

const LENGTHS: Partial<Record<RangeName, number>> = { '7': 7, '30': 30, '90': 90, year: 365, all: HISTORY_DAYS_MAX }

/** Why two days are no range, or nothing. */
export function customRangeError(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return texts.ranges.incomplete
  if (from > to) return texts.ranges.turnedRound
  return daysCounted(from, to) > HISTORY_DAYS_MAX ? texts.ranges.tooLong : undefined
}

/** The days an address asks for. What it cannot mean falls back to the last 30 days. */
export function dayRange({ range = DEFAULT_RANGE, from = '', to = '' }: RangeSearch, today: string): DayRange {
  if (range === 'custom' && customRangeError(from, to) === undefined) {
    const heading = texts.ranges.between(formatDay(from, from.slice(0, 4) !== to.slice(0, 4)), formatDay(to, true))
    return { name: 'custom', from, to, heading, open: false }
  }
  const name = range === 'custom' ? '30' : range
  const length = LENGTHS[name] ?? 30
  return {
    name,
    from: addDays(today, 1 - length),
    to: today,
    heading: texts.ranges.headings[name],
    open: name === 'all',
  }
}

/** The days a chart of these entries spans: the range itself, or for an open one the days that have data. */
export function chartDays(range: DayRange, history: readonly MetricHistoryEntry[]): { from: string; to: string } {
  const first = history[0]
  const last = history.at(-1)
  return range.open && first && last ? { from: first.date, to: last.date } : { from: range.from, to: range.to }
}

export type FigureName = 'followers' | 'following' | 'posts' | 'engagementRate'

const breakOf = (key: FigureName) => (key === 'engagementRate' ? 'isEngagementBreak' : 'isCountsBreak')

/** The days since the source or the method last changed: nothing is computed across such a change. */
const sinceBreak = (history: readonly MetricHistoryEntry[], key: FigureName): readonly MetricHistoryEntry[] =>
  history.slice(
    Math.max(
      0,
      history.findLastIndex((entry) => entry[breakOf(key)]),
    ),
  )

/** The days before `from` that a line of the days since can be compared with: none from before a change of source or method. */
export const comparableBefore = (
  longer: readonly MetricHistoryEntry[],
  from: string,
  key: FigureName,
): readonly MetricHistoryEntry[] => sinceBreak(longer, key).filter(({ date }) => date < from)

/**
 * The change of a figure in these days, '+11,940 since Oct 22': from the last known value before `from`, else from the first since, as
 * reports and lists count it (docs/decisions/0061). Without two known values of one source it is the break, 'New source since Nov 20';
 * nothing where there is none.
 */
function changeText(
  history: readonly MetricHistoryEntry[],
  key: FigureName,
  from: string,
  amountText: (change: number) => string,
): string | null {
  const known = history.flatMap((entry) => {
    const value = entry[key]
    return value === null ? [] : [{ date: entry.date, value, isBreak: entry[breakOf(key)] }]
  })
  const beginning = Math.max(
    0,
    known.findLastIndex(({ date }) => date < from),
  )
  const broken = known.findLastIndex(({ isBreak }, at) => isBreak && at > beginning)
  const [first, last] = [known[broken === -1 ? beginning : broken], known.at(-1)]
  if (first && last && first !== last) {
    const withYear = first.date.slice(0, 4) !== last.date.slice(0, 4)
    return texts.charts.since(amountText(last.value - first.value), formatDay(first.date, withYear))
  }
  const entry = history.findLast((each) => each.date >= from && each[breakOf(key)])
  if (!entry) return null
  return (entry.isCountsBreak ? texts.cards.newSource : texts.cards.newMethod)(formatDay(entry.date))
}

/** '+11,940 since Oct 22'; nothing without two known values of one source. */
export const growthText = (history: readonly MetricHistoryEntry[], from: string): string | null =>
  changeText(history, 'followers', from, formatSigned)

/** A difference of two rates: '+0.4 points'. */
export function pointsText(change: number, decimals = 1): string {
  const shown = Number(change.toFixed(decimals)) || 0
  return texts.charts.points(withSign(shown, Math.abs(shown).toFixed(decimals)))
}

/** '3 days without data', else '+0.4 points since Oct 22'; nothing when there is nothing to say. */
export function engagementText(history: readonly MetricHistoryEntry[], from: string, missing: number): string | null {
  if (missing > 0) return texts.charts.missing(formatWhole(missing), missing)
  return changeText(history, 'engagementRate', from, pointsText)
}

/** Up to so many values, evenly taken, the last always among them: what a small line can show. */
export function thinOut(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values]
  const step = (values.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => values[Math.round(index * step)] ?? 0)
}

/** The known values of one series since its source last changed, oldest first. */
export const pickSeries = (history: readonly MetricHistoryEntry[], key: FigureName): number[] =>
  sinceBreak(history, key).flatMap((entry) => entry[key] ?? [])

/** First and last known value of the days shown; null when there is none. */
export function seriesRange(
  points: readonly { day: string; value: number | null }[],
  from: string,
  to: string,
): { first: number; last: number } | null {
  const values = points.flatMap(({ day, value }) => (value !== null && day >= from && day <= to ? [value] : []))
  const first = values[0]
  const last = values.at(-1)
  return first === undefined || last === undefined ? null : { first, last }
}
