/** Which moments and days a part of a calendar holds. Pure. */
import { beginOfDay, dayFromText, endOfDay, momentOfDay } from '#platform/calendar.ts'

export interface CalendarSpan {
  /** Moments that fall on the days in that time zone, the last included. */
  moments: readonly [first: number, last: number]
  /** `publish_at` of the days themselves: a day is the same day everywhere. */
  days: readonly [first: number, last: number]
}

/** The days `from` to `to` in a time zone, also across a change of its clocks. */
export function calendarSpan(from: string, to: string, timeZone: string): CalendarSpan {
  const [first, last] = [dayFromText(from), dayFromText(to)]
  return {
    moments: [beginOfDay(first, timeZone), endOfDay(last, timeZone)],
    days: [momentOfDay(first), momentOfDay(last)],
  }
}
