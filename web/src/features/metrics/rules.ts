/** Decisions about figures: which days a range means, what a change says, which typed figures are taken. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { FIGURE_MAX, HISTORY_DAYS_MAX } from '@tangelo/contract/limits'
import { addDays, daysCounted, isDay } from '#lib/days.ts'
import { formatDay, formatPercentChange, formatSigned, formatWhole } from '#lib/format.ts'
import { texts } from './texts.ts'

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

interface Reading {
  date: string
  value: number
}

/** First and last known value of a series. */
function ends(history: readonly MetricHistoryEntry[], key: 'followers' | 'engagementRate'): [Reading, Reading] | null {
  const readings = history.flatMap(({ date, [key]: value }) => (value === null ? [] : [{ date, value }]))
  const first = readings[0]
  const last = readings.at(-1)
  return first && last && first !== last ? [first, last] : null
}

/** '+11,940 since Oct 22'; nothing without two known values. */
export function growthText(history: readonly MetricHistoryEntry[]): string | null {
  const pair = ends(history, 'followers')
  if (!pair) return null
  const [first, last] = pair
  const withYear = first.date.slice(0, 4) !== last.date.slice(0, 4)
  return texts.charts.since(formatSigned(last.value - first.value), formatDay(first.date, withYear))
}

/** '3 days without data', else '+0.4 points since Oct 22'; nothing when there is nothing to say. */
export function engagementText(history: readonly MetricHistoryEntry[], missing: number): string | null {
  if (missing > 0) return texts.charts.missing(formatWhole(missing), missing)
  const pair = ends(history, 'engagementRate')
  if (!pair) return null
  const [first, last] = pair
  const change = Math.round((last.value - first.value) * 10) / 10 || 0
  const withYear = first.date.slice(0, 4) !== last.date.slice(0, 4)
  return texts.charts.since(
    texts.charts.points(`${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(1)}`),
    formatDay(first.date, withYear),
  )
}

export interface CardChange {
  text: string
  tone: 'good' | 'bad' | 'neutral'
}

/** spec §2, metric card: up is green, down is red; unknown and none are neither. */
export function followersChange(change: number | null): CardChange {
  if (change === null) return { text: texts.cards.noChange, tone: 'neutral' }
  return {
    text: texts.cards.thisWeek(formatSigned(change)),
    tone: change > 0 ? 'good' : change < 0 ? 'bad' : 'neutral',
  }
}

/** Whom an account follows and how much it posts is neither good nor bad. */
export function plainChange(change: number | null, isNew: boolean): CardChange {
  if (change === null) return { text: texts.cards.noChange, tone: 'neutral' }
  if (change === 0) return { text: texts.cards.same, tone: 'neutral' }
  const count = formatWhole(Math.abs(change))
  const text = change < 0 ? texts.cards.fewer(count) : isNew ? texts.cards.moreNew(count) : texts.cards.more(count)
  return { text, tone: 'neutral' }
}

export function engagementChange(change: number | null): CardChange {
  if (change === null) return { text: texts.cards.noChange, tone: 'neutral' }
  const shown = Math.round(change * 10)
  return {
    text: texts.cards.change(formatPercentChange(change)),
    tone: shown > 0 ? 'good' : shown < 0 ? 'bad' : 'neutral',
  }
}

/** Up to so many values, evenly taken, the last always among them: what a small line can show. */
export function thinned(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values]
  const step = (values.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => values[Math.round(index * step)] ?? 0)
}

/** The known values of one series, oldest first. */
export function series(
  history: readonly MetricHistoryEntry[],
  key: 'followers' | 'following' | 'posts' | 'engagementRate',
): number[] {
  return history.flatMap((entry) => entry[key] ?? [])
}

export interface TypedFigures {
  followers: string
  following: string
  posts: string
  engagementRate: string
  date: string
}
export type TypedErrors = Partial<Record<keyof TypedFigures, string>>

/** Figures as people type them: '204,900', '204 900' and '204900' are the same. */
function wholeFrom(typed: string): number {
  const text = typed.trim().replace(/(\d)[,\s](?=\d{3}\b)/g, '$1')
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function rateFrom(typed: string): number {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.')
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

function wholeError(typed: string): string | undefined {
  const figure = wholeFrom(typed)
  if (Number.isNaN(figure)) return texts.typeIn.wholeNumber
  return figure > FIGURE_MAX ? texts.typeIn.tooLarge : undefined
}

/** What is wrong with typed figures, field by field; empty when they can be kept. */
export function typedErrors(typed: TypedFigures, today: string): TypedErrors {
  const errors: TypedErrors = {}
  const followers = typed.followers.trim() === '' ? texts.typeIn.followersRequired : wholeError(typed.followers)
  if (followers) errors.followers = followers
  for (const key of ['following', 'posts'] as const) {
    const error = typed[key].trim() === '' ? undefined : wholeError(typed[key])
    if (error) errors[key] = error
  }
  if (typed.engagementRate.trim() !== '') {
    const rate = rateFrom(typed.engagementRate)
    if (Number.isNaN(rate) || rate > 100_000) errors.engagementRate = texts.typeIn.percent
  }
  if (typed.date !== '') {
    if (!isDay(typed.date)) errors.date = texts.typeIn.day
    else if (typed.date > today) errors.date = texts.typeIn.future
  }
  return errors
}

/** The body of the request for figures without errors: empty fields stay out of it. */
export function figuresFrom(typed: TypedFigures, today: string) {
  return {
    followers: wholeFrom(typed.followers),
    ...(typed.following.trim() === '' ? {} : { following: wholeFrom(typed.following) }),
    ...(typed.posts.trim() === '' ? {} : { posts: wholeFrom(typed.posts) }),
    ...(typed.engagementRate.trim() === '' ? {} : { engagementRate: rateFrom(typed.engagementRate) }),
    // A figure for today is a figure of now: the server puts it on its own clock.
    ...(typed.date === '' || typed.date === today ? {} : { date: typed.date }),
  }
}

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
