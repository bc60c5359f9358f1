/** The readings of one figure: the days of a period, and whether its change is of all of them. Pure. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { beginningOf, type Dated, type DayChange, type DayReading, isFresh } from '#features/analytics/index.ts'
import { dayFromText } from '#platform/calendar.ts'
import type { Period } from './periods.ts'

/** Readings of days, and where the source changed. */
export interface Days {
  days: readonly Dated[]
  breaks: readonly number[]
}

export function readingsOf(
  history: readonly MetricHistoryEntry[],
  figure: 'followers' | 'engagementRate',
  isBreak: 'isCountsBreak' | 'isEngagementBreak',
): DayReading[] {
  return history.flatMap((entry) => {
    const value = entry[figure]
    return value === null ? [] : [{ day: dayFromText(entry.date), value, isBreak: entry[isBreak] }]
  })
}

/**
 * Whether it is of the whole period and of one source, as lists count it (docs/decisions/0061): the figures at its beginning and at its
 * end are at most two days older. Only then a sum may hold it.
 *
 * @param until the last day of the period that has come.
 */
export const isWholeChange = (
  change: DayChange,
  last: Dated,
  { period, until, everyDays }: { period: Period; until: number; everyDays: number },
): boolean => !change.isAfterBreak && beginningOf(change, period) === 'near' && isFresh(last, until, everyDays)

export function daysWithin(readings: readonly DayReading[], { from, to }: Period): Days {
  const some = readings.filter(({ day }) => day >= from && day <= to)
  return {
    days: some.map(({ day, value }) => ({ day, value })),
    breaks: some.flatMap(({ day, isBreak }) => (isBreak ? [day] : [])),
  }
}
