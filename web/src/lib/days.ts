/**
 * Calendar days written YYYY-MM-DD. A day is a count of days since 1970-01-01, never a moment:
 * no time zone and no daylight saving can shift it.
 */

const MS_PER_DAY = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether the text is a day that exists: 2026-02-30 does not. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && dayFrom(Date.parse(text) / MS_PER_DAY) === text
}

/** Days since 1970-01-01; NaN when the text is no day. */
export function dayNumber(day: string): number {
  return DAY.test(day) ? Date.parse(day) / MS_PER_DAY : Number.NaN
}

export function dayFrom(number: number): string {
  return Number.isFinite(number) ? new Date(number * MS_PER_DAY).toISOString().slice(0, 10) : ''
}

export function addDays(day: string, days: number): string {
  return dayFrom(dayNumber(day) + days)
}

/** Days from the first to the second, both counted: a day and itself are 1. */
export function daysCounted(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from) + 1
}

/** Today in UTC, the time zone that histories are kept in unless a company chose another (D15). */
export function todayUtc(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10)
}

/** '07', as in a day or an hour. */
export const padTwo = (part: number): string => String(part).padStart(2, '0')

/** The calendar day by the clock of the browser. */
export function formatLocalDay(now: Date): string {
  return `${now.getFullYear()}-${padTwo(now.getMonth() + 1)}-${padTwo(now.getDate())}`
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: string): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(day) + 3) % 7) + 7) % 7
}

/** The Monday of a day's week. */
export function weekStart(day: string): string {
  return addDays(day, -weekdayOf(day))
}

/** The seven days of a day's week, Monday first. */
export function weekDays(day: string): string[] {
  return daysFrom(weekStart(day), 7)
}

/** The days of a day's month, in whole weeks from Monday to Sunday: 28, 35 or 42. */
export function monthWeeks(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`
  const start = weekStart(first)
  const end = addDays(weekStart(addMonths(first, 1, -1)), 6)
  return daysFrom(start, daysCounted(start, end))
}

/** The same day of another month, or that month's last; `more` days on from there. */
export function addMonths(day: string, months: number, more = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const number = Date.UTC(year, month - 1 + months, Math.min(date, last)) / MS_PER_DAY
  return dayFrom(number + more)
}

function daysFrom(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index))
}
