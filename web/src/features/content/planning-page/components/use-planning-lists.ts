/** The lists of which the planning page is made, all fetched at the same time. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flattenPosts } from '../../items/queries/items.ts'
import { type ListName, planningList } from '../../items/queries/lists.ts'
import type { PlanningFilter } from '../../items/rules/planning.ts'
import { listsFor } from '../rules.ts'

type ShownList = Exclude<ListName, 'asked'>

/** All lists that a filter needs; they are fetched at the same time. */
export function usePlanningLists(filter: PlanningFilter, today: string, timeZone: string) {
  const names = listsFor(filter)
  const listOf = (name: ShownList) => planningList(name, filter, today, timeZone)
  const all = {
    upcoming: useList(listOf('upcoming'), names.includes('upcoming')),
    undated: useList(listOf('undated'), names.includes('undated')),
    overdue: useList(listOf('overdue'), names.includes('overdue')),
    published: useList(listOf('published'), names.includes('published')),
    found: useList(listOf('found'), names.includes('found')),
  }
  return names.flatMap((name) => (name === 'asked' ? [] : [{ name: name satisfies ShownList, ...all[name] }]))
}

function useList(list: ReturnType<typeof planningList>, enabled: boolean) {
  const query = useInfiniteQuery({
    ...list,
    placeholderData: keepPreviousData,
    enabled,
  })
  const posts = useMemo(() => flattenPosts(query.data?.pages ?? []), [query.data])
  return { query, posts }
}
