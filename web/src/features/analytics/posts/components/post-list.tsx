/** Every post of an account that was ever seen, with its figures at three ages. A row opens the readings. Four states. */
import type { Post } from '@tangelo/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatMoment, formatWhole, shorten } from '#lib/format.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { type Column, PagedList, PagedListSkeleton } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { postPages } from '../queries.ts'
import { AGES, type AgeName, ageText } from '../rules.ts'
import { texts } from '../texts.ts'
import { PostPicture } from './post-picture.tsx'

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
        {list.isError && !list.data ? (
          <FailedState
            title={texts.failed}
            cause={list.error.message}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : null}
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
            loadMore={list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : undefined}
            stale={false}
          />
        ) : null}
      </Panel>
      {open ? <PostDialog accountId={accountId} post={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

type Open = (post: Post) => void

const FIGURE = 'w-22 text-right'

interface ColumnsWanted {
  now: Date
  hasOwn: boolean
  isTight: boolean
  onOpen: Open
}

function columnsFor({ now, hasOwn, isTight, onOpen }: ColumnsWanted): Column<Post>[] {
  const ages = (Object.keys(AGES) as AgeName[]).filter((age) => !isTight || age === 'at7Days')
  const atAge = (age: AgeName): Column<Post> => ({
    head: texts.columns[age],
    className: FIGURE,
    cell: (post) => (
      <Quiet text={ageText(post[age].likes, post.postedAt, age, now)} isKnown={post[age].likes !== null} />
    ),
  })
  return [
    { head: texts.columns.post, cell: (post) => <PostCell post={post} now={now} onOpen={onOpen} /> },
    ...ages.map(atAge),
    {
      head: texts.columns.likes,
      className: FIGURE,
      cell: ({ likes }) => <Quiet text={countText(likes, texts.hidden)} isKnown={likes !== null} isStrong />,
    },
    {
      head: texts.columns.comments,
      className: 'w-26 text-right',
      cell: ({ comments }) => <Quiet text={countText(comments, texts.unknown)} isKnown={comments !== null} />,
    },
    {
      head: texts.columns.views,
      className: FIGURE,
      cell: ({ own, views }) => <Known count={own?.views ?? views} />,
    },
    ...(hasOwn ? OWN : []),
  ]
}

/** What only the owner of the account sees. */
const OWN: Column<Post>[] = [
  { head: texts.columns.reach, className: FIGURE, cell: ({ own }) => <Known count={own?.reach ?? null} /> },
  { head: texts.columns.saves, className: FIGURE, cell: ({ own }) => <Known count={own?.saves ?? null} /> },
]

const Known = ({ count }: { count: number | null }) => (
  <Quiet text={countText(count, texts.unknown)} isKnown={count !== null} />
)

const countText = (count: number | null, unknown: string): string => (count === null ? unknown : formatWhole(count))

function Quiet({ text, isKnown, isStrong = false }: { text: string; isKnown: boolean; isStrong?: boolean }) {
  return <span className={isKnown ? (isStrong ? 'font-strong' : '') : 'text-caption text-ink-3'}>{text}</span>
}

function PostCell({ post, now, onOpen }: { post: Post; now: Date; onOpen: Open }) {
  const caption = captionText(post)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <PostPicture format={post.type} imageUrl={post.imageUrl} className="size-10" />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full truncate rounded-[3px] text-left font-strong hover:underline"
          aria-haspopup="dialog"
          title={caption}
          onClick={() => onOpen(post)}
        >
          {caption}
        </button>
        <span className="block truncate text-caption text-ink-3">{detailText(post, now)}</span>
      </span>
      <Marks post={post} now={now} />
    </span>
  )
}

function Marks({ post: { isPinned, goneAt }, now }: { post: Post; now: Date }) {
  if (!isPinned && goneAt === null) return null
  return (
    <span className="flex flex-none gap-1">
      {isPinned ? <Badge>{texts.pinned}</Badge> : null}
      {goneAt ? (
        <span title={texts.goneSince(formatMoment(goneAt, now))}>
          <Badge variant="outline">{texts.gone}</Badge>
        </span>
      ) : null}
    </span>
  )
}

/** On a narrow screen: the post, and its likes at three ages below the latest. */
function PostCard({ post, now, onOpen }: { post: Post; now: Date; onOpen: Open }) {
  const ages = (Object.keys(AGES) as AgeName[]).map(
    (age) =>
      `${texts.columns[age]}: ${post[age].likes === null ? ageText(null, post.postedAt, age, now) : shorten(post[age].likes)}`,
  )
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <PostCell post={post} now={now} onOpen={onOpen} />
        </span>
        <span className="flex-none text-right">
          <Quiet
            text={post.likes === null ? texts.hidden : texts.likes(shorten(post.likes))}
            isKnown={post.likes !== null}
            isStrong
          />
        </span>
      </span>
      <span className="mt-1 block truncate text-caption text-ink-3">
        {[...(post.own ? [ownText(post.own)] : []), ...ages].join(' · ')}
      </span>
    </span>
  )
}

const ownText = ({ reach, saves }: NonNullable<Post['own']>): string =>
  texts.ownLine(reach === null ? texts.unknown : shorten(reach), saves === null ? texts.unknown : shorten(saves))

const captionText = ({ caption }: Post): string => caption?.replace(/\s+/g, ' ').trim() || texts.noCaption

const detailText = (post: Post, now: Date): string =>
  `${post.postedAt === null ? texts.undated : formatMoment(post.postedAt, now)}, ${texts.formats[post.type]}`
