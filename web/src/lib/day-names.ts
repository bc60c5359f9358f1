/**
 * How days and months are named. English in every browser language; a day is the same in every time zone. The words stand here
 * because a browser takes over ten milliseconds for its first format of dates.
 */
import { MONTH_NAMES, MONTH_SHORT_NAMES, WEEKDAY_NAMES, WEEKDAY_SHORT_NAMES } from '@tangelo/contract/limits'
import { weekdayOf } from './days.ts'

const monthOf = (day: string): number => Number(day.slice(5, 7)) - 1

/** 'November 2026'. */
export const monthTitle = (day: string): string => `${MONTH_NAMES[monthOf(day)] ?? ''} ${day.slice(0, 4)}`

/** 'Tuesday, November 24'. */
export const dayTitle = (day: string): string =>
  `${weekdayLongName(day)}, ${MONTH_NAMES[monthOf(day)] ?? ''} ${dateOf(day)}`

/** 'Nov'. */
export const monthName = (day: string): string => MONTH_SHORT_NAMES[monthOf(day)] ?? ''

/** 'Tue'. */
export const weekdayName = (day: string): string => WEEKDAY_SHORT_NAMES[weekdayOf(day)] ?? ''

/** 'Tuesday'. */
export const weekdayLongName = (day: string): string => WEEKDAY_NAMES[weekdayOf(day)] ?? ''

/** '24', without a leading zero. */
export function dateOf(day: string): string {
  return String(Number(day.slice(8)))
}
