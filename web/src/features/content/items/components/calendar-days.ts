/** How what a calendar shows, and a place in it, are named. */
import { dayTitle, monthTitle } from '#lib/day-names.ts'
import { weekDays } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import type { Place, Span } from '../rules/week.ts'

/** 'November 2026', or 'Nov 16 to Nov 22, 2026'. */
export function spanTitle(span: Span, day: string): string {
  if (span === 'month') return monthTitle(day)
  const days = weekDays(day)
  return `${formatDay(days[0] ?? day)} to ${formatDay(days.at(-1) ?? day, true)}`
}

/** 'Tuesday, November 24', and its time where it has one. */
export function placeTitle({ day, time }: Place): string {
  return time === null ? dayTitle(day) : `${dayTitle(day)}, ${time}`
}
