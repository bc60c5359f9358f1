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
