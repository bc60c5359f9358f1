/** The posts of an account that were ever seen, and how the figures of one changed. */
import type { Post } from '@tangelo/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { accountDetailsKey } from '../accounts/queries/account.ts'

const PAGE_ROWS = 100

const postsKey = (accountId: number) => [...accountDetailsKey, accountId, 'posts'] as const

/** The newest first, page by page; those of one day when it is named. */
export function postPages(accountId: number, day?: string) {
  return infiniteQueryOptions({
    queryKey: [...postsKey(accountId), 'list', day ?? null],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        'GET /api/accounts/:accountId/posts/history',
        { params: { accountId }, query: { limit: PAGE_ROWS, cursor: pageParam ?? undefined, day } },
        { signal },
      ),
    getNextPageParam: (page: Page<Post[]>) => page.nextCursor,
  })
}

/** Addresses of the newest posts' pictures by post id, for screens that show single posts. */
export function postPictures(accountId: number) {
  return queryOptions({
    queryKey: [...postsKey(accountId), 'pictures'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const input = { params: { accountId }, query: { limit: PAGE_ROWS } }
      const posts = await call('GET /api/accounts/:accountId/posts/history', input, { signal })
      return new Map(posts.flatMap(({ id, imageUrl }) => (imageUrl === null ? [] : [[String(id), imageUrl]])))
    },
  })
}

export function postReadings(accountId: number, postId: number) {
  return queryOptions({
    queryKey: [...postsKey(accountId), postId, 'readings'],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/:accountId/posts/:postId/readings', { params: { accountId, postId } }, { signal }),
  })
}
