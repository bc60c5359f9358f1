/** What the readings of one figure say of a period: its days, its change, and where a change of source breaks it. Pure. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { dayFromText } from '#platform/calendar.ts'
import type { Period } from './periods.ts'

export interface Dated {
  value: number
  day: number
}

export interface Change {
  /** What it is counted from: the last known figure before the period, else the first one in it. */
  from: Dated
  value: number
  /** The figures before `from` are of another source. */
  isAfterBreak: boolean
}

/** No reading in the period, one only, or the first one of another source. */
export type NoChange = 'no-reading' | 'one-reading' | 'source-changed'

/** Readings of days, and where the source changed. */
export interface Days {
  days: readonly Dated[]
  breaks: readonly number[]
}

interface Reading extends Dated {
  isBreak: boolean
}

export function readingsOf(
  history: readonly MetricHistoryEntry[],
  figure: 'followers' | 'engagementRate',
  isBreak: 'isCountsBreak' | 'isEngagementBreak',
): Reading[] {
  return history.flatMap((entry) => {
    const value = entry[figure]
    return value === null ? [] : [{ day: dayFromText(entry.date), value, isBreak: entry[isBreak] }]
  })
}

/**
 * The last known figure of the period, and what its change is counted from. That is the last one before the first day, as the
 * period of a screen begins with the reading at its beginning (docs/decisions/0041): changes of consecutive periods add up.
 */
export function changeWithin(readings: readonly Reading[], { from, to }: Period) {
  const known = readings.filter(({ day }) => day <= to)
  const last = known.at(-1)
  if (!last) return { last: null, change: null, noChange: null }
  const lastKnown = { value: last.value, day: last.day }
  if (last.day < from) return { last: lastKnown, change: null, noChange: 'no-reading' as const }
  const beginning = Math.max(
    0,
    known.findLastIndex(({ day }) => day < from),
  )
  const broken = known.findLastIndex(({ isBreak }, at) => isBreak && at > beginning)
  const first = known[broken === -1 ? beginning : broken]
  if (!first || first.day === last.day) {
    const noChange: NoChange = broken === -1 ? 'one-reading' : 'source-changed'
    return { last: lastKnown, change: null, noChange }
  }
  const change: Change = {
    from: { value: first.value, day: first.day },
    value: last.value - first.value,
    isAfterBreak: broken !== -1,
  }
  return { last: lastKnown, change, noChange: null }
}

/** Whether it is of the whole period and of one source: counted from a figure before its first day, and up to its end. */
export const isWholeChange = (change: Change, last: Dated | null, { from }: Period, until: number): boolean =>
  !change.isAfterBreak && change.from.day < from && reachesEnd(last, from, until)

/** The last reading may be so many days before the end: figures are read daily, or typed in once a week. */
const END_DAYS_MAX = 7

/** Whether readings go on up to the end; of a short period within a quarter of its days. */
function reachesEnd(last: Dated | null, from: number, until: number): boolean {
  const slack = Math.max(1, Math.min(END_DAYS_MAX, Math.floor((until - from + 1) / 4)))
  return last !== null && until - last.day <= slack
}

export function daysWithin(readings: readonly Reading[], { from, to }: Period): Days {
  const some = readings.filter(({ day }) => day >= from && day <= to)
  return {
    days: some.map(({ day, value }) => ({ day, value })),
    breaks: some.flatMap(({ day, isBreak }) => (isBreak ? [day] : [])),
  }
}
