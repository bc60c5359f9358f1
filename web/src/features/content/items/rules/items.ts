/** Decisions about content items that need no server: what their words mean, and their day in the calendar. */
import type { ContentItem, PlannedItem } from '@tangelo/contract'
import { addDays, addMonths, dayNumber, daysCounted, monthWeeks, weekDays, weekStart } from '#lib/days.ts'
import { localOf, momentAt, onDay } from '#lib/zones.ts'
import { texts } from '../texts/calendar.ts'
import type { Place, Placed, Span } from './week.ts'

export type KnownStatus = keyof typeof texts.statuses
export type KnownMedia = 'reel' | 'video' | 'carousel'

const STATUS_WORDS = new Map<string, KnownStatus>([
  ['draft', 'draft'],
  ['needs approval', 'asked'],
  ['approved', 'approved'],
  ['published', 'published'],
  ['failed', 'failed'],
  ['delete', 'delete'],
])

/** Lower-cased and trimmed, and a draft when missing (D21); null for a word of a table that we do not know. */
export function statusOf(status: string | null): KnownStatus | null {
  return STATUS_WORDS.get(status?.trim().toLowerCase() || 'draft') ?? null
}

export function isDraft({ status }: { readonly status: string | null }): boolean {
  return statusOf(status) === 'draft'
}

/** What is still to come can be given another day; what is out or marked for deletion cannot. */
export function isPlannable({ status }: { readonly status: string | null }): boolean {
  return ['draft', 'asked', 'approved'].includes(statusOf(status) ?? '')
}

/** The kinds that have a colour of their own; every other is one more picture. */
export function mediaOf(mediaType: string | null): KnownMedia | null {
  const word = mediaType?.trim().toLowerCase()
  return word === 'reel' || word === 'video' || word === 'carousel' ? word : null
}

/** How a person would call an item: the first words of its caption, else where it is. */
export function nameOf({ caption, location }: Pick<ContentItem, 'caption' | 'location'>): string {
  const words = caption?.replace(/\s+/g, ' ').trim()
  if (!words) return location?.trim() || texts.calendar.noCaption
  const letters = [...words.slice(0, 200)]
  return letters.length > 60 ? `${letters.slice(0, 60).join('').trimEnd()}...` : words
}

/** '@harbour.rooms'; null where it belongs to no account. */
export function accountOf(_post: PlannedItem): string | null {
  return null
}

/** The days a calendar shows: whole weeks of a month, or one week. */
export function listDays(span: Span, day: string): string[] {
  return span === 'month' ? monthWeeks(day) : weekDays(day)
}

/** The same place one month or week on, or back. */
export function stepDay(span: Span, day: string, step: 1 | -1): string {
  return span === 'month' ? addMonths(`${day.slice(0, 7)}-01`, step) : addDays(weekStart(day), step * 7)
}

/** The day of an item in the company's calendar, and its hour where one is known. */
export function toDayAndTime(publishDate: string, timeZone: string): { day: string; time: string | null } {
  return Number.isNaN(dayNumber(publishDate)) ? localOf(publishDate, timeZone) : { day: publishDate, time: null }
}

/** An item's date after it was moved to another place; where its time stays, it stays to the second. */
export function movedTo(publishDate: string | null, { day, time }: Place, timeZone: string): string {
  if (time === null) return day
  const isSameTime = publishDate !== null && toDayAndTime(publishDate, timeZone).time === time
  return isSameTime ? onDay(publishDate, day, timeZone) : momentAt({ day, time }, timeZone)
}

/** Items by their day: those for the whole day first, then by hour, then the older first. */
export function groupByDay(posts: readonly PlannedItem[], timeZone: string): Map<string, Placed[]> {
  const days = new Map<string, Placed[]>()
  for (const post of posts) {
    if (post.publishDate === null) continue
    const { day, time } = toDayAndTime(post.publishDate, timeZone)
    days.set(day, [...(days.get(day) ?? []), { post, time }])
  }
  const sortByTime = (one: Placed, other: Placed): number =>
    (one.time ?? '').localeCompare(other.time ?? '') || one.post.createdTime.localeCompare(other.post.createdTime)
  for (const placed of days.values()) placed.sort(sortByTime)
  return days
}

/** Whether a day lies between two others, both counted. */
export function isWithin(day: string, from: string, to: string): boolean {
  return daysCounted(from, day) >= 1 && daysCounted(day, to) >= 1
}
