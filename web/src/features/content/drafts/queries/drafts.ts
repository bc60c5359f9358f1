/** Every question about drafts, and what shows a changed one wherever it belongs. */
import type { ContentItem } from '@tangelo/contract'
import { infiniteQueryOptions, notifyManager, type QueryClient, useMutation } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { storePost as placeElsewhere, updatePages } from '../../items/queries/changed-items.ts'
import type { PostPages } from '../../items/queries/items.ts'
import { storeInLists } from '../../items/queries/lists.ts'
import { contentKey } from '../../items/queries/overview.ts'
import { isShort } from '../../items/queries/refresh.ts'
import { isDraft } from '../../items/rules/items.ts'
import { type DraftFilter, isAskedFor } from '../rules/grid.ts'

const PAGE_ROWS = 100
const DRAFTS_EVERY_MS = 300_000 // spec §9: draft-posts refetch 5 minutes

const draftsKey = [...contentKey, 'drafts'] as const

/** The drafts page by page, newest first, filtered by the server. */
export function draftPages(filter: DraftFilter) {
  return infiniteQueryOptions({
    queryKey: [...draftsKey, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const { mediaType, q } = filter
      const query = {
        limit: PAGE_ROWS,
        mediaType: mediaType || undefined,
        q: q || undefined,
        cursor: pageParam ?? undefined,
      }
      return callPage('GET /api/airtable/draft-posts', { query }, { signal })
    },
    getNextPageParam: (page: Page<ContentItem[]>) => page.nextCursor,
    refetchInterval: ({ state }) => (isShort(state.data) ? DRAFTS_EVERY_MS : false),
  })
}

/** Shows items in this state wherever they belong. */
export function storePosts(client: QueryClient, posts: readonly ContentItem[]): void {
  notifyManager.batch(() => {
    for (const post of posts) {
      placeElsewhere(client, post)
      storeInLists(client, post)
      for (const [queryKey] of client.getQueriesData<PostPages>({ queryKey: draftsKey })) {
        const belongs = isDraft(post) && isAskedFor(post, readFilter(queryKey))
        client.setQueryData<PostPages>(queryKey, (known) => known && updatePages(known, post, belongs))
      }
    }
  })
}

function readFilter(queryKey: readonly unknown[]): DraftFilter {
  const filter = queryKey.at(-1)
  const read = (name: 'mediaType' | 'q'): string =>
    typeof filter === 'object' && filter !== null && name in filter
      ? String(new Map(Object.entries(filter)).get(name) ?? '')
      : ''
  return { mediaType: read('mediaType'), q: read('q') }
}

/** A post, or an image that was uploaded for one that is not made yet. */
export type CaptionSubject = { readonly postId: string } | { readonly imageUrl: string }

export function useSuggestCaption() {
  return useMutation({
    mutationFn: ({ signal, ...subject }: CaptionSubject & { readonly signal: AbortSignal }) =>
      'postId' in subject
        ? call('POST /api/content/posts/:postId/caption', { params: { postId: subject.postId } }, { signal })
        : call('POST /api/content/caption', { body: { imageUrl: subject.imageUrl } }, { signal }),
    gcTime: 0,
  })
}
