/** The lists of the planning page: what goes out, what has no date, what is past its date, what is out, what was searched for. */
import type { ContentItem } from '@tangelo/contract'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { callPage, type Page } from '#lib/api.ts'
import { addDays } from '#lib/days.ts'
import { isAskedFor, stageOf, toDayAndTime } from '../rules/items.ts'
import type { PlanningFilter } from '../rules/planning.ts'
import { updatePages } from './changed-items.ts'
import type { PostPages } from './items.ts'
import { contentKey } from './overview.ts'

const PAGE_ROWS = 100
const UNPUBLISHED = 'draft,approved'
const PUBLISHED = 'published,failed'

const listsKey = [...contentKey, 'list'] as const

export type ListName = 'upcoming' | 'undated' | 'overdue' | 'published' | 'found' | 'asked'

function queryOf(name: ListName, { status, ...filter }: PlanningFilter, today: string) {
  switch (name) {
    case 'upcoming':
      return { ...filter, status: status ?? UNPUBLISHED, sort: 'date', from: today } as const
    case 'undated':
      return { ...filter, status: status ?? UNPUBLISHED, dated: 'false' } as const
    case 'overdue':
      return { ...filter, status: status ?? UNPUBLISHED, sort: '-date', to: addDays(today, -1) } as const
    case 'published':
      return { ...filter, status: PUBLISHED, sort: '-date' } as const
    case 'asked':
      return { ...filter, status: 'needs_approval', sort: 'asked' } as const
    case 'found':
      return { ...filter, status } as const
  }
}

/** `timeZone` only says which day a moment is on. */
export function planningList(name: ListName, filter: PlanningFilter, today: string, timeZone: string) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, { ...filter, name, today }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...queryOf(name, filter, today), limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/content/posts', { query }, { signal })
    },
    getNextPageParam: (page: Page<ContentItem[]>) => page.nextCursor,
    meta: { timeZone },
  })
}

/** Shows an item in this state where it stands, or takes it away; where else it belongs the server says a moment later. */
export function storeInLists(client: QueryClient, post: ContentItem): void {
  for (const { queryKey, meta } of client.getQueryCache().findAll({ queryKey: listsKey })) {
    const known = client.getQueryData<PostPages>(queryKey)
    if (!known?.pages.some(({ rows }) => rows.some(({ id }) => id === post.id))) continue
    client.setQueryData(queryKey, updatePages(known, post, belongsTo(post, queryKey, String(meta?.timeZone))))
  }
}

function belongsTo(post: ContentItem, queryKey: readonly unknown[], timeZone: string): boolean {
  const { name, today, ...filter } = queryKey.at(-1) as PlanningFilter & {
    readonly name: ListName
    readonly today: string
  }
  const stage = stageOf(post)
  const isOut = stage === 'published' || stage === 'failed'
  const isPlanned = stage === 'draft' || stage === 'asked' || stage === 'approved'
  if (!isAskedFor(post, filter)) return false
  if (name === 'found') return stage !== 'delete'
  if (name === 'asked') return stage === 'asked'
  if (name === 'published') return isOut
  if (!isPlanned || post.publishDate === null) return isPlanned && name === 'undated'
  const isPast = toDayAndTime(post.publishDate, timeZone).day < today
  return name === (isPast ? 'overdue' : 'upcoming')
}
