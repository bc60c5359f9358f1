/** Places of the calendar: where a key or a drop leads, and where items stand in the hours of a week. */
import type { PlannedItem } from '@tangelo/contract'
import { addDays, addMonths, padTwo } from '#lib/days.ts'

export type Span = 'month' | 'week'

/** A day and the time on it; null for any time. */
export interface Place {
  readonly day: string
  readonly time: string | null
}

/** An item and its time on its day. */
export interface Placed {
  readonly post: PlannedItem
  readonly time: string | null
}

/** What an hour of the week is high. */
export const HOUR_PX = 52
/** Hours in sight where nothing is planned outside of them. */
const USUAL_HOURS = { from: 7, to: 21 }
const DAY_MINUTES = 24 * 60
/** The latest that keys and drops lead to. */
const LAST_MINUTE = DAY_MINUTES - 15
const FIRST_TIME = '09:00'

export function isSamePlace(one: Place | null | undefined, other: Place | null | undefined): boolean {
  if (!one || !other) return one === other
  return one.day === other.day && one.time === other.time
}

/** 510 for '08:30'. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A time so many minutes later, inside the same day. */
export function timeAfter(time: string, minutes: number): string {
  const at = Math.max(0, Math.min(LAST_MINUTE, minutesOf(time) + minutes))
  return `${padTwo(Math.floor(at / 60))}:${padTwo(at % 60)}`
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

const DAY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
const DOWN: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }
const PAGES: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }

/**
 * Where a key leads while an item is carried; null for a key that does not move it. In a week up and down are hours, with
 * Shift quarters of an hour; above the first one lies any time.
 */
export function findPlaceAfterKey({ key, shiftKey }: Key, place: Place, span: Span): Place | null {
  const { day, time } = place
  const page = PAGES[key]
  if (page !== undefined) return { day: span === 'month' ? addMonths(day, page) : addDays(day, page * 7), time }
  const days = DAY_STEPS[key]
  if (days !== undefined) return { day: addDays(day, days), time }
  const down = DOWN[key]
  if (down === undefined) return null
  if (span === 'month') return { day: addDays(day, down * 7), time }
  if (time === null) return { day, time: down > 0 ? FIRST_TIME : null }
  const minutes = down * (shiftKey ? 15 : 60)
  return { day, time: minutesOf(time) + minutes < 0 ? null : timeAfter(time, minutes) }
}

/** The hours a week shows: the usual ones, and all that hold something. */
export function findHours(times: readonly (string | null)[], showsAll: boolean): { from: number; to: number } {
  if (showsAll) return { from: 0, to: 24 }
  const minutes = times.flatMap((time) => (time === null ? [] : [minutesOf(time)]))
  return {
    from: Math.min(USUAL_HOURS.from, ...minutes.map((at) => Math.floor(at / 60))),
    to: Math.max(USUAL_HOURS.to, ...minutes.map((at) => Math.floor(at / 60) + 1)),
  }
}

export interface InHours extends Placed {
  readonly top: number
  readonly isTall: boolean
}

const TALL_PX = 62
const SHORT_PX = 42
const GAP_PX = 3

/**
 * Where the items of a day stand in its hours, in pixels: each at its time, or below the one before it. One with room below
 * it is tall. `bottom` is where the last one ends.
 */
export function layOutDay(placed: readonly Placed[], fromHour: number): { items: InHours[]; bottom: number } {
  const timed = placed.filter(({ time }) => time !== null)
  const topOf = ({ time }: Placed): number => ((minutesOf(time ?? '') - fromHour * 60) / 60) * HOUR_PX
  const items: InHours[] = []
  let bottom = 0
  for (const [index, item] of timed.entries()) {
    const top = Math.max(topOf(item), bottom)
    const next = timed[index + 1]
    const isTall = next === undefined || topOf(next) >= top + TALL_PX + GAP_PX
    items.push({ ...item, top, isTall })
    bottom = top + (isTall ? TALL_PX : SHORT_PX) + GAP_PX
  }
  return { items, bottom }
}

/** Hours in which posts of one account did better, as its analysis found. */
export interface StrongHours {
  readonly accountId: number
  /** From the first hour to the one they end before, inside one day. */
  readonly hours: readonly { readonly from: number; readonly to: number }[]
  /** What they were found in. */
  readonly basis: string
}

export function isStrong(time: string | null, strong: StrongHours | undefined): boolean {
  if (time === null || !strong) return false
  const hour = minutesOf(time) / 60
  return strong.hours.some(({ from, to }) => hour >= from && hour < to)
}

/** The first strong hour of a day, as a time. */
export function findStrongTime(strong: StrongHours | undefined): string | null {
  const [first] = strong?.hours ?? []
  return first ? timeAfter('00:00', first.from * 60) : null
}
