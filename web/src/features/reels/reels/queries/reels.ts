/** Every question about reels, and what shows a changed one. */
import type { Reel } from '@tangelo/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshCredits } from '#features/billing/index.ts'
import { isShort, refreshContent } from '#features/content/index.ts'
import { ApiError, call, callPage, type Page } from '#lib/api.ts'
import { flattenReels, type ReelPages, replaceReel } from '../rules.ts'

const PAGE_ROWS = 100
// spec §7, §9: refetch 60 s and on focus; stale after 30 s; 2 retries.
const STALE_MS = 30_000
const EVERY_MS = 60_000
const RETRIES = 2
const RETRY_MS = 300

const reelsKey = ['reels'] as const
export const listKey = [...reelsKey, 'list'] as const

/** The reels page by page, newest first. A list that the user has scrolled far into is not refetched as a whole. */
export function reelPages() {
  return infiniteQueryOptions({
    queryKey: listKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/airtable/reels', { query }, { signal })
    },
    getNextPageParam: (page: Page<Reel[]>) => page.nextCursor,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (isShort(state.data) ? EVERY_MS : false),
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    retry: RETRIES,
    retryDelay: (tries) => RETRY_MS * 2 ** tries,
  })
}

/** One reel, also one that the list has not come to yet. */
export function reelDetail(reelId: string) {
  return queryOptions({
    queryKey: [...reelsKey, 'one', reelId],
    queryFn: ({ signal }) => call('GET /api/airtable/reels/:reelId', { params: { reelId } }, { signal }),
    staleTime: STALE_MS,
    retry: (tries, error) => tries < RETRIES && !(error instanceof ApiError && error.status === 404),
    retryDelay: (tries) => RETRY_MS * 2 ** tries,
  })
}

/** A reel as the list already holds it: enough to show it at once. */
export function findCachedReel(client: QueryClient, reelId: string): Reel | undefined {
  return flattenReels(client.getQueryData<ReelPages>(listKey)?.pages ?? []).find(({ id }) => id === reelId)
}

/** Shows a reel in this state in every list. */
export function storeReel(client: QueryClient, reel: Reel): void {
  client.setQueryData<ReelPages>(listKey, (known) => known && replaceReel(known, reel))
  client.setQueryData(reelDetail(reel.id).queryKey, reel)
}

export async function refreshReels(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: reelsKey, predicate: ({ state }) => isShort(state.data) })
}

/** Whether reels are being fetched. */
export function areReelsLoading(client: QueryClient): boolean {
  return client.isFetching({ queryKey: reelsKey }) > 0
}

/** A reel is a content item: what has changed it shows in both places, and in what is left to spend. */
export function refreshAll(client: QueryClient): void {
  void refreshReels(client)
  void refreshContent(client)
  void refreshCredits(client)
}
