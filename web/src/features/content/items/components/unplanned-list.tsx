/** Drafts and approved items that have no date yet: in a rail above the days, or in a sheet. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Count } from '#ui/count.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { flattenPosts, unplannedPosts } from '../queries/items.ts'
import type { PlanningFilter } from '../rules/planning.ts'
import { texts } from '../texts/calendar.ts'
import { CalendarItem } from './calendar-item.tsx'
import type { DragToDay } from './use-drag-to-day.ts'

/** How many there are; null until it is known. */
function useUnplannedCount(filter: PlanningFilter): number | null {
  const { data } = useInfiniteQuery(unplannedPosts(filter))
  const rows = data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? null
  return data?.pages[0]?.total ?? rows
}

interface UnplannedRailProps {
  readonly filter: PlanningFilter
  readonly carry: DragToDay
  /** At the end of the rail. */
  readonly children: ReactNode
}

/** A place to drop what loses its date. */
export function UnplannedRail({ filter, carry, children }: UnplannedRailProps) {
  const count = useUnplannedCount(filter)
  return (
    <div className="plan-rail" data-unplanned="" data-target={carry.carried?.to === null ? '' : undefined}>
      <h3 className="flex-none text-label font-strong" title={texts.calendar.unplannedHint}>
        {texts.calendar.unplanned} <Count value={count} />
      </h3>
      <UnplannedList filter={filter} carry={carry} />
      {children}
    </div>
  )
}

/** Where there is no room for a rail, what has no date is one press away. */
export function UnplannedButton({ filter }: Pick<UnplannedRailProps, 'filter'>) {
  const count = useUnplannedCount(filter)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} size="small" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.calendar.unplannedShort(count === null ? '...' : formatWhole(count))}
      </Button>
      {open ? (
        <Popover title={texts.calendar.unplanned} anchor={button} width={320} onClose={() => setOpen(false)}>
          <div className="px-4 pb-4">
            <UnplannedList filter={filter} />
          </div>
        </Popover>
      ) : null}
    </>
  )
}

/** Without `carry` items are only opened, and stand one below the other. */
function UnplannedList({ filter, carry }: Pick<UnplannedRailProps, 'filter'> & { readonly carry?: DragToDay }) {
  const list = useInfiniteQuery(unplannedPosts(filter))
  const late = useDelayed(list.isPending)
  const posts = useMemo(() => flattenPosts(list.data?.pages ?? []), [list.data])
  if (list.isPending) {
    return (
      <div className={carry ? 'flex flex-1 gap-1.5' : 'grid gap-2'} aria-busy="true" data-skeleton="">
        <p className="sr-only" role="status">
          {late ? texts.calendar.unplannedLoading : ''}
        </p>
        {late ? ['a', 'b', 'c'].map((row) => <Skeleton key={row} className="h-10 w-40" />) : null}
      </div>
    )
  }
  if (!list.data) {
    return (
      <div role="alert" className="min-w-0 flex-1">
        <p className="text-label">{texts.calendar.unplannedFailed}</p>
        <p className="mt-0.5 text-note text-ink-2">{list.error?.message}</p>
        <Button size="small" className="mt-2" busy={list.isFetching} onClick={() => void list.refetch()}>
          {texts.calendar.tryAgain}
        </Button>
      </div>
    )
  }
  if (posts.length === 0) return <p className="flex-1 text-note text-ink-3">{texts.calendar.unplannedNone}</p>
  return (
    <div className={carry ? 'plan-rail-scroll' : undefined}>
      <ul className={carry ? 'flex gap-1.5' : 'plan-rows'} aria-label={texts.calendar.unplanned}>
        {posts.map((post) => (
          <CalendarItem key={post.id} post={post} time={null} day={null} carry={carry} />
        ))}
      </ul>
      <MoreButton size="small" variant="quiet" className={carry ? 'flex-none' : 'mt-2'} list={list}>
        {texts.calendar.showMore}
      </MoreButton>
    </div>
  )
}
