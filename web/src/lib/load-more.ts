/** The pages of a list, as TanStack Query gives them. */
export interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly isPlaceholderData: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Fetches the next page; undefined while it is on its way or has failed, and while the rows are those of the question before. */
export const getLoadMore = (list: PagedQuery): (() => void) | undefined =>
  list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && !list.isPlaceholderData
    ? list.fetchNextPage
    : undefined
