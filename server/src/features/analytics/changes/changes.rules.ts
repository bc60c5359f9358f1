/**
 * What the readings of a figure say of a period of days: its change, and what that is counted from. Every screen and file that names
 * days counts by it; lists, whose periods end with the latest reading, by the same rule to the moment (docs/decisions/0041). Pure.
 */
import { COMPARED_DAYS_MAX, UNREAD_DAYS } from '@tangelo/contract/limits'

/** What a period is compared with may be so much older than its beginning: two missed daily readings (D45). */
export const LATE_DAYS = COMPARED_DAYS_MAX - 7

/** Both days are in it. */
export interface DayPeriod {
  from: number
  to: number
}

export interface Dated {
  value: number
  day: number
}

/** The last known figure of a day; a break is of another kind than the one before. */
export interface DayReading extends Dated {
  isBreak: boolean
}

export interface DayChange {
  /** What it is counted from: the last known figure before the period, else the first one in it. */
  from: Dated
  value: number
  /** The figures before `from` are of another source. */
  isAfterBreak: boolean
}

/** No reading in the period, one only, or the first one of another source. */
export type NoChange = 'no-reading' | 'one-reading' | 'source-changed'

/**
 * The last known figure of the period, and what its change is counted from. That is the last one before the first day, as the
 * period of a list begins with the reading at its beginning: changes of consecutive periods add up.
 */
export function changeWithin(readings: readonly DayReading[], { from, to }: DayPeriod) {
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
  const change: DayChange = {
    from: { value: first.value, day: first.day },
    value: last.value - first.value,
    isAfterBreak: broken !== -1,
  }
  return { last: lastKnown, change, noChange: null }
}

/**
 * Whether a figure still stands for a day, as in lists: it is at most two days older, or with an account that is read every third or
 * seventh day so many more.
 */
export const isFresh = (figure: Dated, day: number, everyDays: number): boolean =>
  day - figure.day <= UNREAD_DAYS + everyDays - 1

/** Where a change is counted from: a reading at the beginning of the period, an older one, or the first one in it. */
export function beginningOf({ from: { day } }: Pick<DayChange, 'from'>, { from }: DayPeriod): 'near' | 'old' | 'late' {
  if (day >= from) return 'late'
  return from - 1 - day > LATE_DAYS ? 'old' : 'near'
}
