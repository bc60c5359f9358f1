/**
 * Every question about items. `placePost` shows an item in the state it is given wherever it belongs:
 * a change paints at once with it, and the state before rolls it back.
 */
import type { ContentItem, ContentSync, PlannedItem, RouteReply } from '@tangelo/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { todayUtc } from '#lib/days.ts'
import { isAskedFor, isPlannable, isWithin, statusOf, toDayAndTime } from '../rules/items.ts'
import type { PlanningFilter } from '../rules/planning.ts'
import { companyCalendarsKey, contentKey, contentSync } from './overview.ts'

const PAGE_ROWS = 50

const calendarsKey = [...contentKey, 'calendar'] as const
const unplannedKey = [...contentKey, 'unplanned'] as const
const historiesKey = [...contentKey, 'history'] as const

export type PostPages = InfiniteData<Page<ContentItem[]>, string | null>
type Calendar = RouteReply<'GET /api/content/calendar'>

/** Asks for what has changed in the table elsewhere; where there is none it answers at once. */
export function usePull() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (): Promise<ContentSync> => call('POST /api/content/sync'),
    onSuccess: (sync) => client.setQueryData(contentSync().queryKey, sync),
  })
}

/** What goes out and went out on some days of the company's calendar: at most 62. */
export function contentCalendar(from: string, to: string, { q: _, ...filter }: PlanningFilter) {
  const query = { ...filter, from, to }
  return queryOptions({
    queryKey: [...calendarsKey, query],
    queryFn: ({ signal }) => call('GET /api/content/calendar', { query }, { signal }),
  })
}

/** Where a day of the company begins, and which one it is there now. */
export function companyCalendar(companyId?: number) {
  const today = todayUtc()
  return queryOptions({
    queryKey: [...companyCalendarsKey, companyId],
    queryFn: async ({ signal }) => {
      const { timeZone, today: there } = await call(
        'GET /api/content/calendar',
        { query: { companyId, from: today, to: today } },
        { signal },
      )
      return { timeZone, today: there }
    },
  })
}

/** Drafts and approved items without a date, newest first. */
export function unplannedPosts({ status: _, ...filter }: PlanningFilter) {
  return infiniteQueryOptions({
    queryKey: [...unplannedKey, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/content/unplanned', { query }, { signal })
    },
    getNextPageParam: (page: Page<ContentItem[]>) => page.nextCursor,
  })
}

/** One item, fetched fresh each time it is opened. */
export function contentPost(postId: string) {
  return queryOptions({
    queryKey: [...contentKey, 'post', postId],
    queryFn: ({ signal }) => call('GET /api/content/posts/:postId', { params: { postId } }, { signal }),
    staleTime: 0,
  })
}

/** An item as some list already holds it: enough to show it at once. */
export function findCachedPost(client: QueryClient, postId: string): ContentItem | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: contentKey })) {
    const found = readRows(data).find(({ id }) => id === postId)
    if (found) return found
  }
  return undefined
}

function readRows(data: unknown): readonly ContentItem[] {
  if (typeof data !== 'object' || data === null) return []
  // Calendars know too little of an item to open it with.
  return 'pages' in data ? flattenPosts((data as PostPages).pages) : []
}

/** What happened to an item, newest first. */
export function contentHistory(postId: string) {
  return queryOptions({
    queryKey: [...historiesKey, postId],
    queryFn: ({ signal }) => call('GET /api/content/posts/:postId/history', { params: { postId } }, { signal }),
    staleTime: 0,
  })
}

/** All items of the pages so far. One that moved between two pages is shown once. */
export function flattenPosts(pages: readonly Page<ContentItem[]>[]): ContentItem[] {
  const byId = new Map<string, ContentItem>()
  for (const page of pages) for (const post of page.rows) if (!byId.has(post.id)) byId.set(post.id, post)
  return [...byId.values()]
}

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
