/** The rows of one list of accounts: of all of them, or of one client. Further pages come before they are scrolled to. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type AccountQuestion, accountPages, flattenRows } from '../queries/lists.ts'

export type AccountList = ReturnType<typeof useAccountList>

export function useAccountList(question: AccountQuestion, enabled = true) {
  const list = useInfiniteQuery({ ...accountPages(question), enabled, placeholderData: keepPreviousData })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const accounts = useMemo(() => flattenRows(data?.pages ?? []), [data])
  const loadNext = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !list.isPlaceholderData
  return {
    list,
    accounts,
    total: data?.pages[0]?.total ?? accounts.length,
    loadMore: canLoad ? loadNext : undefined,
    loadNext,
  }
}
