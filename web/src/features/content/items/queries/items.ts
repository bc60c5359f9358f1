/** Every question about items. */
import type { ContentItem, ContentSync, RouteReply } from '@tangelo/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { addDays, todayUtc } from '#lib/days.ts'
import { momentAt, todayIn } from '#lib/zones.ts'
import type { PlanningFilter } from '../rules/planning.ts'
import { companyCalendarsKey, contentKey, contentSync } from './overview.ts'

const PAGE_ROWS = 50

export const calendarsKey = [...contentKey, 'calendar'] as const
export const unplannedKey = [...contentKey, 'unplanned'] as const
const historiesKey = [...contentKey, 'history'] as const

export type PostPages = InfiniteData<Page<ContentItem[]>, string | null>
export type Calendar = RouteReply<'GET /api/content/calendar'>

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

const MINUTE_MS = 60_000

/** Where a day of the company begins, and which one it is there now: asked again when that day is over. */
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
    staleTime: ({ state }) => (state.data ? endOfDay(state.data, state.dataUpdatedAt) - state.dataUpdatedAt : 0),
    refetchInterval: ({ state }) =>
      state.data ? Math.max(MINUTE_MS, endOfDay(state.data, state.dataUpdatedAt) - Date.now()) : false,
    refetchOnWindowFocus: true,
  })
}

/** When the day of this moment is over there, and a minute later, because clocks differ. */
function endOfDay({ timeZone }: { timeZone: string }, moment: number): number {
  const day = addDays(todayIn(timeZone, new Date(moment)), 1)
  return Date.parse(momentAt({ day, time: '00:00' }, timeZone)) + MINUTE_MS
}

/** The day it is now where the company is; of UTC until that is known. Asks for nothing while the company is unknown. */
export function useCompanyToday(companyId: number | undefined): string {
  const { data } = useQuery({ ...companyCalendar(companyId), enabled: companyId !== undefined })
  return data?.today ?? todayUtc()
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
