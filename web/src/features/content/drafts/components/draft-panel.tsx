/** 'Draft Posts': the four states of the list, its filters and bulk actions. The URL holds what is shown. */
import { CONTENT_MEDIA_TYPES, type ContentMediaType } from '@tangelo/contract/limits'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { companyCalendar, flattenPosts, usePull } from '../../items/queries/items.ts'
import { draftPages } from '../queries.ts'
import { texts } from '../texts.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DraftGrid, DraftsSkeleton } from './draft-grid.tsx'
import { useSelection } from './use-selection.ts'

/** spec §9: grid columns; the first is the default. */
const COLUMNS = ['4', '5', '6'] as const
type Columns = (typeof COLUMNS)[number]
type MediaChoice = ContentMediaType | ''
const MEDIA_OPTIONS: { value: MediaChoice; label: string }[] = [
  { value: '', label: texts.panel.allMedia },
  ...CONTENT_MEDIA_TYPES.map((value) => ({ value, label: texts.mediaTypes[value] })),
]

interface DraftPanelProps {
  readonly columns: Columns
  /** Empty for all. */
  readonly mediaType: MediaChoice
  readonly filter: string
  readonly onColumnsChange: (columns: Columns) => void
  readonly onMediaTypeChange: (mediaType: MediaChoice) => void
  readonly onFilterChange: (filter: string) => void
  readonly onNew: () => void
}

export function DraftPanel(props: DraftPanelProps) {
  const { columns, mediaType, filter, onColumnsChange, onMediaTypeChange, onFilterChange } = props
  const list = useDraftList(mediaType, filter)
  const refresh = useRefresh(async () => {
    const { error } = await list.refetch()
    if (error) throw error
  })
  const isPhone = useMediaQuery('(max-width: 860px)')
  return (
    <section aria-labelledby="drafts-heading">
      <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-3 desk:items-end desk:gap-x-6">
        <div className="min-w-0 flex-1 desk:basis-80">
          <h3 id="drafts-heading" className="text-panel">
            {texts.panel.title}
          </h3>
          <p className="text-label text-ink-2">{texts.panel.description}</p>
        </div>
        <div className="flex items-center gap-2">
          {isPhone ? null : (
            <>
              <span className="text-label text-ink-3" aria-hidden="true">
                {texts.panel.gridLayout}
              </span>
              <Segmented
                label={texts.panel.gridLayout}
                value={columns}
                onChange={onColumnsChange}
                options={COLUMNS.map((value) => ({ value, label: value, title: texts.panel.columns(value) }))}
              />
            </>
          )}
          <Button
            icon={<RefreshCw />}
            disabled={list.isPending}
            busy={refresh.busy}
            busyLabel={texts.panel.refreshing}
            onClick={refresh.start}
          >
            {texts.panel.refresh}
          </Button>
        </div>
        <div className="flex w-full items-center gap-2">
          <FilterField
            className="min-w-0 flex-1 desk:w-56 desk:flex-none"
            label={texts.panel.filter}
            placeholder={isPhone ? texts.panel.filterShort : texts.panel.filter}
            filter={filter}
            onFilterChange={onFilterChange}
          />
          <Select
            label={texts.panel.media}
            hideLabel
            prefix={texts.panel.media}
            value={mediaType}
            onChange={onMediaTypeChange}
            options={MEDIA_OPTIONS}
          />
        </div>
      </div>
      <Drafts {...props} list={list} />
    </section>
  )
}

/** Syncs the external table first, then refetches the list; a table that cannot be reached is reported. */
function useRefresh(askAgain: () => Promise<void>) {
  const pull = usePull()
  const [busy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      await pull.mutateAsync()
      await askAgain()
      toast({ title: texts.panel.refreshed, description: texts.panel.refreshedDescription })
    } catch {
      toast({
        title: texts.panel.refreshFailed,
        description: texts.panel.refreshFailedDescription,
        tone: 'destructive',
      })
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void start() }
}

function useDraftList(mediaType: string, q: string) {
  return useInfiniteQuery({ ...draftPages({ mediaType, q }), placeholderData: keepPreviousData })
}

interface DraftsProps extends DraftPanelProps {
  readonly list: ReturnType<typeof useDraftList>
}

function Drafts({ list, columns, mediaType, filter, onMediaTypeChange, onFilterChange, onNew }: DraftsProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const calendar = useQuery(companyCalendar())
  const late = useDelayed(list.isPending)
  const posts = useMemo(() => flattenPosts(data?.pages ?? []), [data])
  const loadNext = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !list.isPlaceholderData
  const { selected, chosen, select, selectAll, clear } = useSelection(posts)

  // A search looks through so many at a time: nothing yet is not nothing.
  const isSearching = canLoad && posts.length === 0
  useEffect(() => {
    if (isSearching) loadNext()
  }, [isSearching, loadNext])

  if (list.isPending || (posts.length === 0 && (isSearching || isFetchingNextPage)))
    return <DraftsSkeleton columns={Number(columns)} shown={late} />
  if (!data) {
    return (
      <Panel>
        <FailedState
          title={texts.panel.failed}
          cause={list.error?.message ?? ''}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Panel>
    )
  }
  // Not announced until the search has covered all of them.
  const total = data.pages[0]?.total ?? (hasNextPage ? null : posts.length)
  return (
    <>
      {posts.length === 0 ? (
        <Panel className={list.isPlaceholderData ? 'opacity-60' : ''}>
          {filter || mediaType ? (
            <EmptyState
              text={texts.panel.noMatch}
              actions={
                <Button
                  onClick={() => {
                    onFilterChange('')
                    onMediaTypeChange('')
                  }}
                >
                  {texts.panel.clearFilter}
                </Button>
              }
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
            columns={Number(columns)}
            timeZone={calendar.data?.timeZone ?? 'UTC'}
            selected={selected}
            onSelect={select}
            onClear={clear}
            loadMore={canLoad ? loadNext : undefined}
            stale={list.isPlaceholderData}
          />
          <p className="mt-3 flex items-center gap-3 text-[12.5px]/[20px] text-ink-3">
            <span role="status">
              {total === null
                ? texts.panel.foundSoFar(formatWhole(posts.length))
                : texts.panel.shown(formatWhole(posts.length), formatWhole(total))}
            </span>
            {isFetchNextPageError ? (
              <span className="ml-auto flex items-center gap-2" role="alert">
                {texts.panel.moreFailed}
                <Button size="small" onClick={loadNext} busy={isFetchingNextPage}>
                  {texts.panel.tryAgain}
                </Button>
              </span>
            ) : null}
          </p>
        </>
      )}
      <BulkBar selected={chosen} loaded={posts.length} onSelectAll={selectAll} onClear={clear} />
    </>
  )
}
