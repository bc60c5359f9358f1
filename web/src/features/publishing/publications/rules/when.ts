/** When a publication goes out: what is offered, what is typed, and what is wrong with it. */
import { PLANNED_DAYS_MAX } from '@tangelo/contract/limits'
import { isDay } from '#lib/days.ts'
import { localOf, momentAt } from '#lib/zones.ts'
import { texts } from '../texts/publish.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** Of a day without an hour. */
export const USUAL_TIME = '12:00'
/** Beside now and another time: four choices stand in one row. */
const OFFERED_MAX = 2

/** What is chosen: a moment that is offered, now, or what is typed. */
export type When =
  | { readonly kind: 'at'; readonly at: string }
  | { readonly kind: 'now' }
  | { readonly kind: 'other'; readonly day: string; readonly time: string }

/** How the slots of an account are being read. */
interface SlotsReading {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly isFetchedAfterMount: boolean
}

/** A first choice follows from the slots as they are when the dialog opens; later readings of them change none. */
export const isUndecided = (slots: SlotsReading, chosen: When | null): boolean =>
  slots.isPending || (chosen === null && slots.isFetching && !slots.isFetchedAfterMount)

export interface Offered {
  readonly at: string
  readonly hint: string
}

/** The date of the item where it has one to come, then the next free slots; none that has passed since they were asked for. */
export function offerTimes(publishDate: string | null, slots: readonly string[], now: Date): Offered[] {
  const planned = publishDate !== null && !isDay(publishDate) && Date.parse(publishDate) > now.getTime()
  const isFree = (at: number) => at > now.getTime() && !(planned && at === Date.parse(publishDate))
  const free = slots.filter((at) => isFree(Date.parse(at)))
  return [
    ...(planned ? [{ at: publishDate, hint: texts.when.planned }] : []),
    ...free
      .slice(0, planned ? OFFERED_MAX - 1 : OFFERED_MAX)
      .map((at, index) => ({ at, hint: index === 0 ? texts.when.next : texts.when.slot })),
  ]
}

/** What is chosen before the person has: the date of the item, the next free slot, or now. */
export function usualWhen(publishDate: string | null, slots: readonly string[], today: string, now: Date): When {
  if (publishDate !== null && isDay(publishDate) && publishDate >= today)
    return { kind: 'other', day: publishDate, time: USUAL_TIME }
  const [first] = offerTimes(publishDate, slots, now)
  return first ? { kind: 'at', at: first.at } : { kind: 'now' }
}

export interface WhenProblem {
  readonly field: 'day' | 'time'
  readonly text: string
}

/** What is wrong with a typed time; null where nothing is. */
export function findWhenProblem(when: When, timeZone: string, now: Date): WhenProblem | null {
  if (when.kind !== 'other') return null
  const { day, time } = when
  if (!isDay(day)) return { field: 'day', text: texts.when.noDay }
  if (!TIME.test(time)) return { field: 'time', text: texts.when.noTime }
  const at = Date.parse(momentAt({ day, time }, timeZone))
  if (at < now.getTime()) return { field: 'time', text: texts.when.past }
  return at > now.getTime() + PLANNED_DAYS_MAX * DAY_MS ? { field: 'day', text: texts.when.far } : null
}

/** Undefined for now. */
export function momentOf(when: When, timeZone: string): string | undefined {
  if (when.kind === 'now') return undefined
  return when.kind === 'at' ? when.at : momentAt({ day: when.day, time: when.time }, timeZone)
}

/** At least a day later: the first free slot then, or the same hour. */
export function aDayLater(slots: readonly string[], timeZone: string, now: Date): When {
  const slot = slots.find((at) => Date.parse(at) >= now.getTime() + DAY_MS)
  if (slot) return { kind: 'at', at: slot }
  const rounded = Math.ceil((now.getTime() + DAY_MS) / HALF_HOUR_MS) * HALF_HOUR_MS
  return { kind: 'other', ...localOf(new Date(rounded).toISOString(), timeZone) }
}
