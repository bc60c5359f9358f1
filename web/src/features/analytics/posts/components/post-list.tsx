/** Every post of an account that was ever seen, with its figures at three ages. A row opens the readings. Four states. */
import type { Post } from '@tangelo/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatWhole } from '#lib/format.ts'
import { getLoadMore } from '#lib/load-more.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { MoreFailed } from '#ui/more-failed.tsx'
import { PagedList } from '#ui/paged-list.tsx'
import { PagedListSkeleton } from '#ui/paged-list-skeleton.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { postPages } from '../queries.ts'
import { texts } from '../texts.ts'
import { columnsFor, PostCard } from './post-columns.tsx'

const PostDialog = makePreloadable(async () => (await import('./post-dialog.tsx')).PostDialog)

interface PostListProps {
  readonly accountId: number
  readonly onImport: (() => void) | undefined
  /** Only the posts of this day. */
  readonly day: string | undefined
  readonly onAllDays: () => void
}

export function PostList({ accountId, onImport, day, onAllDays }: PostListProps) {
  const list = useInfiniteQuery(postPages(accountId, day))
  const isLate = useDelayed(list.isPending)
  const now = useNow()
  const [open, setOpen] = useState<Post | null>(null)
  usePreload(PostDialog)
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const hasOwn = rows.some(({ own }) => own !== null)
  // Beside what the owner sees there is no room for all ages on smaller screens.
  const isTight = useMediaQuery('(max-width: 1359px)') && hasOwn
  const columns = columnsFor({ now, hasOwn, isTight, onOpen: setOpen })
  const total = Math.max(rows.length, list.data?.pages[0]?.total ?? 0)
  return (
    <>
      {rows.length > 0 ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-label text-ink-2" role="status">
            {day ? texts.shownOf(total, formatDay(day, true)) : texts.shown(formatWhole(total), total)}
          </p>
          {hasOwn ? <p className="text-caption text-ink-3">{texts.ownFigures}</p> : null}
          {day ? (
            <Button size="small" onClick={onAllDays}>
              {texts.allDays}
            </Button>
          ) : null}
        </div>
      ) : null}
      {list.isPending ? <div className="mb-3 h-5" /> : null}
      <Panel aria-label={texts.list}>
        {list.isPending ? <PagedListSkeleton columns={columns} shown={isLate} loading={texts.loading} /> : null}
        {list.isError && !list.data ? <QueryFailed title={texts.failed} query={list} /> : null}
        {list.data && rows.length === 0 && day ? (
          <EmptyState
            title={texts.noneOnDay(formatDay(day, true))}
            text={texts.noneOnDayHint}
            actions={<Button onClick={onAllDays}>{texts.allDays}</Button>}
          />
        ) : null}
        {list.data && rows.length === 0 && !day ? (
          <EmptyState
            title={texts.emptyTitle}
            text={onImport ? texts.emptyAdmin : texts.emptyOthers}
            actions={
              onImport ? (
                <Button icon={<Download />} onClick={onImport}>
                  {texts.import}
                </Button>
              ) : undefined
            }
          />
        ) : null}
        {rows.length > 0 ? (
          <PagedList
            label={texts.list}
            rows={rows}
            total={total}
            columns={columns}
            card={(post) => <PostCard post={post} now={now} onOpen={setOpen} />}
            loadMore={getLoadMore(list)}
            stale={false}
          />
        ) : null}
      </Panel>
      <MoreFailed className="mt-3 justify-end text-label text-ink-3" list={list} text={texts.moreFailed} />
      {open ? <PostDialog accountId={accountId} post={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
