/** How the drafts of the planning page are divided, and how their dates read there. */
import type { ContentItem } from '@tangelo/contract'
import { weekdayName } from '#lib/day-names.ts'
import { addDays, weekStart } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import type { ListName } from '../items/queries/lists.ts'
import { toDayAndTime } from '../items/rules/items.ts'
import type { PlanningFilter } from '../items/rules/planning.ts'
import { texts } from './texts.ts'

/** The lists that hold what a filter asks for, in their order. */
export function listsFor({ q, status }: PlanningFilter): readonly ListName[] {
  if (q) return ['found']
  if (status === 'published') return ['published']
  return status ? ['upcoming', 'undated', 'overdue'] : ['upcoming', 'undated', 'overdue', 'published']
}

export interface Section {
  readonly name: keyof typeof texts.sections
  readonly posts: readonly ContentItem[]
  /** Of them, how many go out today. */
  readonly today: number
}

/** The items of one list under their headings: what goes out is divided into this week and later. */
export function divideList(
  name: Exclude<ListName, 'asked'>,
  posts: readonly ContentItem[],
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Section[] {
  if (posts.length === 0) return []
  if (name !== 'upcoming') return [{ name, posts, today: 0 }]
  const nextWeek = addDays(weekStart(today), 7)
  const dayOf = ({ publishDate }: ContentItem): string => toDayAndTime(publishDate ?? today, timeZone).day
  const first = posts.findIndex((post) => dayOf(post) >= nextWeek)
  const split = first === -1 ? posts.length : first
  const week = posts.slice(0, split)
  const later = posts.slice(split)
  return [
    ...(week.length > 0
      ? [{ name: 'week' as const, posts: week, today: week.filter((post) => dayOf(post) === today).length }]
      : []),
    ...(later.length > 0 ? [{ name: 'later' as const, posts: later, today: 0 }] : []),
  ]
}

/** 'Today, 12:30', 'Tue, 09:00' inside the next week, 'Nov 21' otherwise. */
export function whenText(publishDate: string | null, timeZone: string, today: string): string {
  if (publishDate === null) return texts.card.noDate
  const { day, time } = toDayAndTime(publishDate, timeZone)
  const isSoon = day > today && day < addDays(today, 7)
  const shown = day === today ? texts.card.today : isSoon ? weekdayName(day) : formatDay(day)
  return time === null ? shown : `${shown}, ${time}`
}

export function isToday(publishDate: string | null, timeZone: string, today: string): boolean {
  return publishDate !== null && toDayAndTime(publishDate, timeZone).day === today
}
