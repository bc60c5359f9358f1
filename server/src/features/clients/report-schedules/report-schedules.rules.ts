/** When a report is made by itself: on the clocks of its company, whatever summer time does to them. Pure. */
import type { ReportInterval } from '@tangelo/contract/limits'
import { beginOfDay, localTimeOf, weekdayOf } from '#platform/calendar.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
/** Summer time moves a day's hours by two at most. */
const SHIFT_MS = 3 * 60 * 60_000

/**
 * The first moment of that day at which the clocks show this hour. Where they leave it out, the first moment after; where they
 * show it twice, the first time.
 */
export function momentAt(day: number, hour: number, timeZone: string): number {
  const begin = beginOfDay(day, timeZone)
  const usual = begin + hour * 60 * 60_000
  for (let moment = Math.max(begin, usual - SHIFT_MS); moment < usual + SHIFT_MS; moment += QUARTER_MS) {
    const local = localTimeOf(moment, timeZone)
    if (local.day > day || (local.day === day && local.hour >= hour)) return moment
  }
  return usual
}

function firstOfNextMonth(day: number): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS
}

/** The next Monday or first of a month at this hour, after a moment. */
export function nextMoment(
  { every, hour }: { every: ReportInterval; hour: number },
  after: number,
  timeZone: string,
): number {
  const today = localTimeOf(after, timeZone).day
  const date = new Date(today * DAY_MS)
  const isToday = every === 'weekly' ? weekdayOf(today) === 1 : date.getUTCDate() === 1
  const now = isToday ? momentAt(today, hour, timeZone) : after
  if (now > after) return now
  const day = every === 'weekly' ? today + 8 - weekdayOf(today) : firstOfNextMonth(today)
  return momentAt(day, hour, timeZone)
}
