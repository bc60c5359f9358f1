/** Drafts and approved items that have no date yet: beside the calendar, or in a sheet. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { flattenPosts, unplannedPosts } from '../queries/items.ts'
import { texts } from '../texts/calendar.ts'
import { CalendarItem } from './calendar-item.tsx'
import type { DragToDay } from './use-drag-to-day.ts'

/** How many there are; null until it is known. */
export function useUnplannedCount(): number | null {
  const { data } = useInfiniteQuery(unplannedPosts())
  const rows = data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? null
  return data?.pages[0]?.total ?? rows
}

/** Without `carry` items are only opened. */
export function UnplannedList({ carry }: { readonly carry?: DragToDay }) {
  const list = useInfiniteQuery(unplannedPosts())
  const late = useDelayed(list.isPending)
  const posts = useMemo(() => flattenPosts(list.data?.pages ?? []), [list.data])
  if (list.isPending) {
    return (
      <div className="grid gap-2" aria-busy="true" data-skeleton="">
        <p className="sr-only" role="status">
          {late ? texts.calendar.unplannedLoading : ''}
        </p>
        {late ? ['a', 'b', 'c'].map((row) => <Skeleton key={row} className="h-9 w-full" />) : null}
      </div>
    )
  }
  if (!list.data) {
    return (
      <div role="alert">
        <p className="text-label">{texts.calendar.unplannedFailed}</p>
        <p className="mt-0.5 text-note text-ink-2">{list.error?.message}</p>
        <Button size="small" className="mt-2" busy={list.isFetching} onClick={() => void list.refetch()}>
          {texts.calendar.tryAgain}
        </Button>
      </div>
    )
  }
  if (posts.length === 0) return <p className="text-note text-ink-3">{texts.calendar.unplannedNone}</p>
  return (
    <>
      <ul className="plan-rows" aria-label={texts.calendar.unplanned}>
        {posts.map((post) => (
          <CalendarItem key={post.id} post={post} time={null} day={null} {...(carry ? { carry } : {})} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          size="small"
          variant="quiet"
          className="mt-2"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.calendar.showMore}
        </Button>
      ) : null}
    </>
  )
}
