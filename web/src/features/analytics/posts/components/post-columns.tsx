/** What a post shows in the list: its columns, and its card on a narrow screen. */
import type { Post } from '@tangelo/contract'
import { formatMoment, formatWhole, shorten } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/paged-list.tsx'
import { AGES, type AgeName, ageText } from '../rules.ts'
import { texts } from '../texts.ts'
import { PostPicture } from './post-picture.tsx'

type OpenPost = (post: Post) => void

const FIGURE = 'w-22 text-right'

interface ColumnsWanted {
  now: Date
  hasOwn: boolean
  isTight: boolean
  onOpen: OpenPost
}

export function columnsFor({ now, hasOwn, isTight, onOpen }: ColumnsWanted): Column<Post>[] {
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

function PostCell({ post, now, onOpen }: { post: Post; now: Date; onOpen: OpenPost }) {
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
export function PostCard({ post, now, onOpen }: { post: Post; now: Date; onOpen: OpenPost }) {
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
