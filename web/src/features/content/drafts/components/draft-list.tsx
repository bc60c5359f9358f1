/** Drafts in their four states, with the bulk actions for those that are selected. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { formatWhole } from '#lib/format.ts'
import { getLoadMore } from '#lib/load-more.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { MoreFailed } from '#ui/more-failed.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { companyCalendar, flattenPosts } from '../../items/queries/items.ts'
import { draftPages } from '../queries/drafts.ts'
import type { DraftFilter } from '../rules/grid.ts'
import { texts } from '../texts/drafts.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DraftGrid } from './draft-grid.tsx'
import { DraftsSkeleton } from './drafts-skeleton.tsx'
import { useSelection } from './use-selection.ts'

export function useDraftList(filter: DraftFilter) {
  return useInfiniteQuery({ ...draftPages(filter), placeholderData: keepPreviousData })
}

interface DraftListProps {
  readonly list: ReturnType<typeof useDraftList>
  readonly columns: number
  readonly isFiltered: boolean
  readonly onClearFilter: () => void
  readonly onNew: () => void
}

export function DraftList({ list, columns, isFiltered, onClearFilter, onNew }: DraftListProps) {
  const { data, hasNextPage, isFetchingNextPage } = list
  const calendar = useQuery(companyCalendar())
  const late = useDelayed(list.isPending)
  const posts = useMemo(() => flattenPosts(data?.pages ?? []), [data])
  const loadMore = getLoadMore(list)
  const { selected, chosen, select, selectAll, clear } = useSelection(posts)

  // A search looks through so many at a time: nothing yet is not nothing.
  const isSearching = loadMore !== undefined && posts.length === 0
  useEffect(() => {
    if (isSearching) loadMore()
  }, [isSearching, loadMore])

  if (list.isPending || (posts.length === 0 && (isSearching || isFetchingNextPage)))
    return <DraftsSkeleton columns={columns} shown={late} />
  if (!data) {
    return (
      <Panel>
        <QueryFailed title={texts.panel.failed} query={list} />
      </Panel>
    )
  }
  // Not announced until the search has covered all of them.
  const total = data.pages[0]?.total ?? (hasNextPage ? null : posts.length)
  return (
    <>
      {posts.length === 0 ? (
        <Panel className={list.isPlaceholderData ? 'opacity-60' : ''}>
          {isFiltered ? (
            <EmptyState
              text={texts.panel.noMatch}
              actions={<Button onClick={onClearFilter}>{texts.panel.clearFilter}</Button>}
            />
          ) : (
            <EmptyState
              text={texts.panel.empty}
              actions={
                <Button icon={<Plus />} onClick={onNew}>
                  {texts.panel.newDraft}
                </Button>
              }
            />
          )}
        </Panel>
      ) : (
        <>
          <DraftGrid
            posts={posts}
            total={total}
            columns={columns}
            timeZone={calendar.data?.timeZone ?? 'UTC'}
            selected={selected}
            onSelect={select}
            onClear={clear}
            loadMore={loadMore}
            stale={list.isPlaceholderData}
          />
          <p className="mt-3 flex items-center gap-3 text-note text-ink-3">
            <span role="status">
              {total === null
                ? texts.panel.foundSoFar(formatWhole(posts.length))
                : texts.panel.shown(formatWhole(posts.length), formatWhole(total))}
            </span>
            <MoreFailed className="ml-auto" list={list} text={texts.panel.moreFailed} />
          </p>
        </>
      )}
      <BulkBar selected={chosen} loaded={posts.length} onSelectAll={selectAll} onClear={clear} />
    </>
  )
}
