/**
 * Clocks of other places. A company plans by the clock of its own time zone, wherever the browser is: these turn moments
 * into the day and time its clock shows, and back, across every change to and from summer time.
 */
import { dayFrom, dayNumber } from './days.ts'

const MS_PER_SECOND = 1_000
const MS_PER_DAY = 86_400_000

export interface Local {
  /** YYYY-MM-DD. */
  readonly day: string
  /** HH:mm, 00:00 to 23:59. */
  readonly time: string
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A zone the browser has never heard of is read as UTC: a calendar an hour off is better than none. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = newClock(timeZone) ?? newClock('UTC') ?? new Intl.DateTimeFormat('en-US')
  clocks.set(timeZone, made)
  return made
}

function newClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  // Most companies keep the zone they begin with, and a clock takes over ten milliseconds to make.
  if (timeZone === 'UTC') return 0
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return shown - Math.floor(instant / MS_PER_SECOND) * MS_PER_SECOND
}

/** The instant at which the zone's clock shows this; of two the earlier, and where it is skipped as much later. */
function instantOf(shown: number, timeZone: string): number {
  const before = offsetAt(shown - MS_PER_DAY, timeZone)
  const after = offsetAt(shown + MS_PER_DAY, timeZone)
  const hits = [shown - before, shown - after].filter((instant) => instant + offsetAt(instant, timeZone) === shown)
  return hits.length > 0 ? Math.min(...hits) : shown - before
}

/** What the zone's clock and calendar show at a moment. */
export function localOf(moment: string, timeZone: string): Local {
  const instant = Date.parse(moment)
  const shown = new Date(instant + offsetAt(instant, timeZone)).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The moment at which the zone's clock shows this time of this day. */
export function momentAt({ day, time }: Local, timeZone: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const shown = dayNumber(day) * MS_PER_DAY + (hours * 60 + minutes) * 60 * MS_PER_SECOND
  return new Date(instantOf(shown, timeZone)).toISOString()
}

/** The same time by the zone's clock on another day, to the millisecond. */
export function onDay(moment: string, day: string, timeZone: string): string {
  const instant = Date.parse(moment)
  const shown = instant + offsetAt(instant, timeZone)
  const sinceMidnight = shown - Math.floor(shown / MS_PER_DAY) * MS_PER_DAY
  return new Date(instantOf(dayNumber(day) * MS_PER_DAY + sinceMidnight, timeZone)).toISOString()
}

/** The day it is there now. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  const instant = now.getTime()
  return dayFrom(Math.floor((instant + offsetAt(instant, timeZone)) / MS_PER_DAY))
}
