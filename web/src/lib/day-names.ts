/**
 * How days and months are named. English in every browser language; a day is the same in every time zone. The words stand here
 * because a browser takes over ten milliseconds for its first format of dates.
 */
import { weekdayOf } from './days.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const SHORT = 3

/** 'Nov' of 10: months count from 0, as those of a Date. */
export const monthShortName = (month: number): string => (MONTHS[month] ?? '').slice(0, SHORT)

const monthLongName = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''

/** 'November 2026'. */
export const monthTitle = (day: string): string => `${monthLongName(day)} ${day.slice(0, 4)}`

/** 'Tuesday, November 24'. */
export const dayTitle = (day: string): string => `${weekdayLongName(day)}, ${monthLongName(day)} ${dateOf(day)}`

/** 'Nov'. */
export const monthName = (day: string): string => monthLongName(day).slice(0, SHORT)

/** 'Tue'. */
export const weekdayName = (day: string): string => weekdayLongName(day).slice(0, SHORT)

/** 'Tuesday'. */
export const weekdayLongName = (day: string): string => WEEKDAYS[weekdayOf(day)] ?? ''

/** '24', without a leading zero. */
export function dateOf(day: string): string {
  return String(Number(day.slice(8)))
}
