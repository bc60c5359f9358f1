/** Pure decisions about what is shown of insights. */
import { shorten } from '#lib/format.ts'
import type {
  AccountInsights,
  InsightDay,
  InsightRange,
  InsightSpan,
  MediaReading,
  Reached,
  ReelScenes,
} from './queries/insights.ts'

export const DEFAULT_RANGE = '90' satisfies InsightRange
export type OtherRange = Exclude<InsightRange, '90'>
export const RANGES = ['28', '90', '365', '730'] as const satisfies readonly InsightRange[]

/** Figures of days that are drawn, in this order. */
export const DAY_FIGURES = ['views', 'reach', 'interactions', 'follows'] as const
export type DayFigure = (typeof DAY_FIGURES)[number]

/** Of the latest 28 days: those that may be added up come from no sum either, but from the span as it was asked for. */
export const spanOf = (spans: readonly InsightSpan[], days: number): InsightSpan | undefined =>
  spans.find((span) => span.days === days)

export const pointsOf = (days: readonly InsightDay[], figure: DayFigure) =>
  days.map((day) => ({ day: day.day, value: day[figure] }))

/** Days whose figures may still be corrected. */
export const openDays = (days: readonly InsightDay[]): number => days.filter(({ isSettled }) => !isSettled).length

/** The part of the account that is on screen: what to do where there is nothing to show. */
export type Face = 'connect' | 'again' | 'grant' | 'fresh' | 'empty' | 'full'

export function faceOf({ state, days, media, audience }: AccountInsights): Face {
  const hasData = days.length > 0 || audience.length > 0 || media.some(({ latest }) => latest !== null)
  if (hasData) return 'full'
  if (state === 'not_connected') return 'connect'
  if (state === 'ended') return 'again'
  if (state === 'not_granted') return 'grant'
  return state === 'fresh' ? 'fresh' : 'empty'
}

export const shareOf = (people: number, parts: readonly { readonly people: number }[]): number => {
  const total = parts.reduce((sum, part) => sum + part.people, 0)
  return total === 0 ? 0 : (100 * people) / total
}

/** The largest of a grid, for shades; 0 where nothing is known. */
export const largestOf = (rows: readonly (readonly (number | null)[])[]): number =>
  rows.reduce((most, row) => row.reduce<number>((max, value) => Math.max(max, value ?? 0), most), 0)

/** The three hours of the week with the most people online. */
export function busiestHours(rows: readonly (readonly (number | null)[])[]): { weekday: number; hour: number }[] {
  return rows
    .flatMap((hours, weekday) => hours.map((people, hour) => ({ weekday, hour, people: people ?? -1 })))
    .filter(({ people }) => people > 0)
    .toSorted((one, other) => other.people - one.people)
    .slice(0, 3)
    .map(({ weekday, hour }) => ({ weekday, hour }))
}

export const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** 1 day, 3 days, 7 days, or hours for what is younger. */
export const ageText = (hours: number): string => {
  if (hours < 24) return `${Math.max(1, Math.floor(hours))} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** Where the mean and the first three seconds lie on a reel, in percent of its length. */
export function marksOf({ durationMs }: ReelScenes, reading: MediaReading | undefined) {
  const at = (ms: number) => Math.min(100, (100 * ms) / durationMs)
  return {
    skip: durationMs > SKIP_MS && reading?.skipPercent != null ? at(SKIP_MS) : null,
    mean: reading?.averageWatchMs == null ? null : at(reading.averageWatchMs),
  }
}

const SKIP_MS = 3_000

/** A scale from 0 to beyond the largest value, for a strip with an interval on it. */
export function stripOf({ low, high, median, reached }: Reached) {
  const most = Math.max(low ?? 0, high ?? 0, median ?? 0, reached ?? 0) * 1.15 || 1
  const at = (value: number | null) => (value === null ? null : (100 * value) / most)
  return { low: at(low), high: at(high), median: at(median), reached: at(reached), most }
}

export const rangeText = (low: number, high: number): string => `${shorten(low)} to ${shorten(high)}`
