/** How days of the calendar read. English in every browser language; a day is the same in every time zone. */
import { dayNumber, weekDays } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import type { Place, Span } from '../rules/week.ts'

const MS_PER_DAY = 86_400_000
const monthOfDay = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const shortWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const longWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** 'November 2026', or 'Nov 16 to Nov 22, 2026'. */
export function spanTitle(span: Span, day: string): string {
  if (span === 'month') return monthOfDay.format(dayNumber(day) * MS_PER_DAY)
  const days = weekDays(day)
  return `${formatDay(days[0] ?? day)} to ${formatDay(days.at(-1) ?? day, true)}`
}

/** 'Tuesday, November 24'. */
export function dayTitle(day: string): string {
  return longDay.format(dayNumber(day) * MS_PER_DAY)
}

/** 'Tuesday, November 24', and its time where it has one. */
export function placeTitle({ day, time }: Place): string {
  return time === null ? dayTitle(day) : `${dayTitle(day)}, ${time}`
}

/** 'Nov'. */
export function monthName(day: string): string {
  return shortMonth.format(dayNumber(day) * MS_PER_DAY)
}

/** 'Tue'. */
export function weekdayName(day: string): string {
  return shortWeekday.format(dayNumber(day) * MS_PER_DAY)
}

/** 'Tuesday'. */
export function weekdayLongName(day: string): string {
  return longWeekday.format(dayNumber(day) * MS_PER_DAY)
}

/** '24', without a leading zero. */
export function dateOf(day: string): string {
  return String(Number(day.slice(8)))
}
