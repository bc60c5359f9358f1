/**
 * When the slots of an account are: weekdays and times on the clocks of its company, also where summer time moves them. Pure.
 */
import { beginOfDay, dayOf, minuteOfDay, weekdayOf } from '#platform/calendar.ts'

export interface Slot {
  /** 1 is Monday. */
  weekday: number
  /** After midnight, on the clocks of the company. */
  minute: number
}

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
/** Summer time moves a day's hours by two at most. */
const SHIFT_MS = 3 * 60 * MINUTE_MS
/** Slots of a week repeat: further ahead there is nothing new to find but what is free. */
const DAYS_AHEAD_MAX = 370

/**
 * The first moment of that day at which the clocks show this minute. Where they leave it out, the first moment after; where they
 * show it twice, the first time.
 */
export function momentAtMinute(day: number, minute: number, timeZone: string): number {
  const begin = beginOfDay(day, timeZone)
  const usual = begin + minute * MINUTE_MS
  const isReached = (moment: number): boolean => {
    const there = dayOf(moment, timeZone)
    return there > day || (there === day && minuteOfDay(moment, timeZone) >= minute)
  }
  // Clocks move by quarters of an hour, so one of these steps is the minute itself, unless it is left out.
  for (let moment = Math.max(begin, usual - SHIFT_MS); moment <= usual + SHIFT_MS; moment += QUARTER_MS) {
    if (!isReached(moment)) continue
    let first = moment
    while (first - MINUTE_MS >= begin && isReached(first - MINUTE_MS)) first -= MINUTE_MS
    return first
  }
  return usual
}

/** The next moments of the slots after a moment that are not taken, the earliest first. */
export function freeSlots({
  slots,
  taken,
  after,
  timeZone,
  limit,
}: {
  slots: readonly Slot[]
  /** Moments that have a publication already. */
  taken: ReadonlySet<number>
  after: number
  timeZone: string
  limit: number
}): number[] {
  const found = new Set<number>()
  if (slots.length === 0) return []
  const today = dayOf(after, timeZone)
  for (let day = today; day <= today + DAYS_AHEAD_MAX && found.size < limit; day += 1) {
    const moments = slots
      .filter(({ weekday }) => weekday === weekdayOf(day))
      .map(({ minute }) => momentAtMinute(day, minute, timeZone))
      .toSorted((a, b) => a - b)
    for (const moment of moments) if (moment > after && !taken.has(moment) && found.size < limit) found.add(moment)
  }
  return [...found]
}

/** One of each weekday and minute, in the order of a week. */
export const inOrder = (slots: readonly Slot[]): Slot[] =>
  [...new Map(slots.map((slot) => [slot.weekday * 1_440 + slot.minute, slot])).entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, slot]) => slot)

/** For open screens: what goes out, or when. */
export const publicationsChanged = (companyId: number) => ({ companyId, kind: 'publications-changed' }) as const
