/** Decisions about content items that need no server: what their words mean, and their day in the calendar. */
import type { ContentItem, PlannedItem } from '@tangelo/contract'
import { addDays, addMonths, dayNumber, daysCounted, monthWeeks, weekDays, weekStart } from '#lib/days.ts'
import { localOf, momentAt, onDay } from '#lib/zones.ts'
import { texts } from '../texts/calendar.ts'
import type { PlanningFilter } from './planning.ts'
import type { Place, Placed, Span } from './week.ts'

const STATUSES = ['draft', 'approved', 'published', 'failed', 'delete'] as const
export type KnownStatus = (typeof STATUSES)[number]
/** A status, or that a draft waits for approval. */
export type Stage = KnownStatus | 'asked'
export type KnownMedia = 'reel' | 'video' | 'carousel'

/** Lower-cased and trimmed, and a draft when missing (D21); null for a word of a table that we do not know. */
export function statusOf(status: string | null): KnownStatus | null {
  const word = status?.trim().toLowerCase() || 'draft'
  return STATUSES.find((known) => known === word) ?? null
}

export function isDraft({ status }: { readonly status: string | null }): boolean {
  return statusOf(status) === 'draft'
}

/** What is still to come can be given another day; what is out or marked for deletion cannot. */
export function isPlannable({ status }: { readonly status: string | null }): boolean {
  return ['draft', 'approved'].includes(statusOf(status) ?? '')
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
export function accountOf({ account }: Pick<PlannedItem, 'account'>): string | null {
  return account ? `@${account.username}` : null
}

/** How far an item is: a draft that waits for approval has a sign of its own. */
export function stageOf({ status, approvalAskedAt }: Pick<PlannedItem, 'status' | 'approvalAskedAt'>): Stage | null {
  const known = statusOf(status)
  return known === 'draft' && approvalAskedAt !== null ? 'asked' : known
}

/** Whether an item holds the text in what is shown of it. */
export function isFound(post: PlannedItem, q: string | undefined): boolean {
  const text = q?.trim().toLowerCase() ?? ''
  return (
    text === '' || [post.caption, post.location, accountOf(post)].some((part) => part?.toLowerCase().includes(text))
  )
}

/** Whether an item matches a filter, as on the server; of a company only the server knows whether it is the chosen one. */
export function isAskedFor(post: PlannedItem, { accountId, assigneeId, status, q }: PlanningFilter): boolean {
  if (accountId && String(post.accountId) !== accountId) return false
  if (assigneeId && String(post.assignee?.id) !== assigneeId) return false
  const stage = stageOf(post)
  const isStatus = !status || (status === 'needs_approval' ? stage === 'asked' : statusOf(post.status) === status)
  return isStatus && isFound(post, q)
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
export function moveTo(publishDate: string | null, { day, time }: Place, timeZone: string): string {
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
