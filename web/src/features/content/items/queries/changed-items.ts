/** Shows an item in the state it is given wherever it belongs: a change paints at once with it, and the state before rolls it back. */
import type { ContentItem, PlannedItem } from '@tangelo/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isAskedFor, isPlannable, isWithin, statusOf, toDayAndTime } from '../rules/items.ts'
import type { PlanningFilter } from '../rules/planning.ts'
import { type Calendar, calendarsKey, contentPost, type PostPages, unplannedKey } from './items.ts'

/** Shows an item in this state in the calendar, among those without a date, and where it is opened. */
export function storePost(client: QueryClient, post: ContentItem): void {
  storeInCalendars(client, post)
  const isUnplanned = post.publishDate === null && isPlannable(post)
  for (const [queryKey, known] of client.getQueriesData<PostPages>({ queryKey: unplannedKey })) {
    const belongs = isUnplanned && isAskedFor(post, readFilter(queryKey))
    if (known) client.setQueryData(queryKey, updatePages(known, post, belongs))
  }
  client.setQueryData(contentPost(post.id).queryKey, (known) => known && post)
}

/** Shows an item on its day, in every calendar that holds it. */
export function storeInCalendars(client: QueryClient, post: PlannedItem): void {
  for (const [queryKey, known] of client.getQueriesData<Calendar>({ queryKey: calendarsKey })) {
    const { from, to } = rangeOf(queryKey)
    if (!known || !from || !to) continue
    const calendar = updateCalendar(known, post, isAskedFor(post, readFilter(queryKey)))
    client.setQueryData(queryKey, clipToRange(calendar, from, to))
  }
}

function updateCalendar(calendar: Calendar, post: PlannedItem, isAsked: boolean): Calendar {
  const others = calendar.items.filter(({ id }) => id !== post.id)
  const isShown = isAsked && post.publishDate !== null && statusOf(post.status) !== 'delete'
  return { ...calendar, items: isShown ? [...others, post] : others }
}

function clipToRange(calendar: Calendar, from: string, to: string): Calendar {
  const items = calendar.items.filter(
    ({ publishDate }) => publishDate !== null && isWithin(toDayAndTime(publishDate, calendar.timeZone).day, from, to),
  )
  return items.length === calendar.items.length ? calendar : { ...calendar, items }
}

function readFilter(queryKey: readonly unknown[]): PlanningFilter {
  const filter = queryKey.at(-1)
  return typeof filter === 'object' && filter !== null ? filter : {}
}

function rangeOf(queryKey: readonly unknown[]): { from?: string; to?: string } {
  const range = queryKey.at(-1)
  if (typeof range !== 'object' || range === null || !('from' in range) || !('to' in range)) return {}
  return { from: String(range.from), to: String(range.to) }
}

/** The pages with an item in its place, newest first, or without it. The sum of all rows follows. */
export function updatePages(data: PostPages, post: ContentItem, belongs: boolean): PostPages {
  const before = data.pages.some(({ rows }) => rows.some(({ id }) => id === post.id))
  if (!before && !belongs) return data
  const isNewerThan = (row: ContentItem): boolean => post.createdTime > row.createdTime
  let isPlaced = false
  const pages = data.pages.map((page, index) => {
    const rows: ContentItem[] = []
    for (const row of page.rows) {
      if (row.id === post.id) {
        if (belongs && !isPlaced) rows.push(post)
        isPlaced = true
        continue
      }
      if (belongs && !before && !isPlaced && isNewerThan(row)) {
        rows.push(post)
        isPlaced = true
      }
      rows.push(row)
    }
    const isLast = index === data.pages.length - 1
    if (belongs && !before && !isPlaced && isLast && page.nextCursor === null) {
      rows.push(post)
      isPlaced = true
    }
    return { ...page, rows }
  })
  const change = (belongs ? 1 : 0) - (before ? 1 : 0)
  return {
    ...data,
    pages: pages.map((page) => ({ ...page, total: page.total === null ? null : page.total + change })),
  }
}
