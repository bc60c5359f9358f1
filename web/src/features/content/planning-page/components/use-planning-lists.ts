/** The lists of which the planning page is made, all fetched at the same time. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flattenPosts } from '../../items/queries/items.ts'
import { type ListName, planningList } from '../../items/queries/lists.ts'
import type { PlanningFilter } from '../../items/rules/planning.ts'
import { listsFor } from '../rules.ts'

type ShownList = Exclude<ListName, 'asked'>

/** All lists that a filter needs; they are fetched at the same time. */
export function usePlanningLists(filter: PlanningFilter, today: string) {
  const names = listsFor(filter)
  const all = {
    upcoming: useList('upcoming', filter, today, names.includes('upcoming')),
    undated: useList('undated', filter, today, names.includes('undated')),
    overdue: useList('overdue', filter, today, names.includes('overdue')),
    published: useList('published', filter, today, names.includes('published')),
    found: useList('found', filter, today, names.includes('found')),
  }
  return names.flatMap((name) => (name === 'asked' ? [] : [{ name: name satisfies ShownList, ...all[name] }]))
}

function useList(name: ShownList, filter: PlanningFilter, today: string, enabled: boolean) {
  const query = useInfiniteQuery({
    ...planningList(name, filter, today),
    placeholderData: keepPreviousData,
    enabled,
  })
  const posts = useMemo(() => flattenPosts(query.data?.pages ?? []), [query.data])
  return { query, posts }
}
