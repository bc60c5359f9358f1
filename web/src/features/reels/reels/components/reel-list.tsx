/** All reels, in their four faces. Beyond a screenful only the rows in sight are in the page; further pages come with the way down. */
import './reels.css'
import type { Reel } from '@tangelo/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { formatWhole } from '#lib/format.ts'
import { getLoadMore } from '#lib/load-more.ts'
import { useFocusAfterRow } from '#lib/use-focus-after-row.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { MoreFailed } from '#ui/more-failed.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { reelPages } from '../queries/reels.ts'
import { flattenReels, loadFailure } from '../rules.ts'
import { texts } from '../texts.ts'
import { type ReelActions, ReelCard } from './reel-card.tsx'
import { ReelsSkeleton } from './reels-skeleton.tsx'

/** As in reels.css. */
const CARD_HEIGHT = 236
const GAP = 16
const OVERSCAN_ROWS = 3
const AHEAD_ROWS = 12

/** The question behind the list; the page asks it, because more than the list needs its answer. */
export function useReels() {
  return useInfiniteQuery(reelPages())
}

interface ReelListProps extends ReelActions {
  readonly list: ReturnType<typeof useReels>
  readonly selectedId: string | null
  /** The reel that is being asked a video for. */
  readonly busyId: string | null
  readonly noticeId: string
  readonly canUpload: boolean
  readonly onUpload: () => void
}

export function ReelList(props: ReelListProps) {
  const { list, canUpload, onUpload } = props
  const late = useDelayed(list.isPending)
  const reels = useMemo(() => flattenReels(list.data?.pages ?? []), [list.data])
  const total = list.data?.pages[0]?.total ?? reels.length
  const whole = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section ref={whole} aria-labelledby="reels-heading" {...useFocusAfterRow(whole, heading)}>
      <div className="mt-8 mb-3 flex min-h-8 items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="reels-heading" className="text-section">
          {texts.list.title}
        </h2>
        {reels.length > 0 ? (
          <span className="text-label text-ink-3">
            {texts.list.shown(formatWhole(reels.length), formatWhole(total))}
          </span>
        ) : null}
      </div>
      {list.isPending ? <ReelsSkeleton shown={late} /> : null}
      {list.error && !list.data ? (
        <Panel>
          <QueryFailed title={texts.list.failed} cause={loadFailure(list.error)} query={list} />
        </Panel>
      ) : null}
      {list.data && reels.length === 0 ? (
        <Panel>
          <EmptyState
            title={texts.list.empty}
            text={texts.list.emptyNext}
            actions={
              <Button icon={<Plus />} disabled={!canUpload} aria-describedby={props.noticeId} onClick={onUpload}>
                {texts.upload}
              </Button>
            }
          />
        </Panel>
      ) : null}
      {reels.length > 0 ? <Grid {...props} reels={reels} total={total} /> : null}
    </section>
  )
}

function Grid(props: ReelListProps & { reels: readonly Reel[]; total: number }) {
  const { list, reels, total, selectedId, busyId, noticeId } = props
  const { onGenerate, onView, onDelete, onImages, onProgress } = props
  const isWide = useMediaQuery('(min-width: 1200px)')
  const isVast = useMediaQuery('(min-width: 1900px)')
  const columns = isVast ? 3 : isWide ? 2 : 1
  const rows = useWindowRows<HTMLUListElement>({
    count: Math.ceil(reels.length / columns),
    rowHeight: CARD_HEIGHT + GAP,
    loadMore: getLoadMore(list),
    overscan: OVERSCAN_ROWS,
    ahead: AHEAD_ROWS,
  })
  return (
    <>
      <ul
        ref={rows.body}
        className="reel-grid"
        style={{ paddingTop: rows.above, paddingBottom: rows.below }}
        aria-label={texts.list.title}
      >
        {rows.indexes.flatMap((row) =>
          reels
            .slice(row * columns, (row + 1) * columns)
            .map((reel, column) => (
              <ReelCard
                key={reel.id}
                reel={reel}
                isSelected={reel.id === selectedId}
                isBusy={reel.id === busyId}
                noticeId={noticeId}
                place={row * columns + column + 1}
                total={total}
                onGenerate={onGenerate}
                onView={onView}
                onDelete={onDelete}
                onImages={onImages}
                onProgress={onProgress}
              />
            )),
        )}
      </ul>
      <MoreFailed className="mt-3 justify-end text-label text-ink-3" list={list} text={texts.list.moreFailed} />
    </>
  )
}
