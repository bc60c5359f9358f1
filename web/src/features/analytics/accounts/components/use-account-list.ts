/** The rows of one list of accounts: of all of them, or of one client. Further pages come before they are scrolled to. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getLoadMore } from '#lib/load-more.ts'
import { type AccountQuestion, accountPages, flattenRows } from '../queries/lists.ts'

export type AccountList = ReturnType<typeof useAccountList>

export function useAccountList(question: AccountQuestion, enabled = true) {
  const list = useInfiniteQuery({ ...accountPages(question), enabled, placeholderData: keepPreviousData })
  const { data } = list
  const accounts = useMemo(() => flattenRows(data?.pages ?? []), [data])
  return {
    list,
    accounts,
    total: data?.pages[0]?.total ?? accounts.length,
    loadMore: getLoadMore(list),
  }
}
