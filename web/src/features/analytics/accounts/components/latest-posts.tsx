/** The latest posts of an account: picture, caption, likes and comments. Hidden likes are said to be hidden. */
import type { AccountPost } from '@tangelo/contract'
import { Heart, Image, MessageCircle } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Exact } from '#ui/exact.tsx'
import { Panel } from '#ui/panel.tsx'
import { Picture } from '#ui/picture.tsx'
import { texts } from '../texts/account.ts'

const FIRST_POSTS = 6

export function LatestPosts({ posts }: { posts: readonly AccountPost[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? posts : posts.slice(0, FIRST_POSTS)
  return (
    <section aria-labelledby="posts-heading">
      <div className="mt-8 mb-3 flex min-h-8 items-center justify-between gap-3">
        <h2 id="posts-heading" className="text-section">
          {texts.posts.title}
        </h2>
        {posts.length > shown.length ? (
          <div className="flex items-center gap-3 text-label text-ink-3">
            <span className="max-desk:hidden">{texts.posts.shown(shown.length, posts.length)}</span>
            <Button size="small" onClick={() => setAll(true)}>
              {texts.posts.showAll(posts.length)}
            </Button>
          </div>
        ) : null}
      </div>
      {posts.length === 0 ? (
        <Panel className="px-5 py-4 text-label text-ink-2">{texts.posts.none}</Panel>
      ) : (
        <ul className="grid grid-cols-2 gap-x-3 gap-y-4 desk:grid-cols-3 desk:gap-4 broad:grid-cols-6">
          {shown.map((post) => (
            <li key={post.id} className="min-w-0">
              <Post post={post} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Post({ post }: { post: AccountPost }) {
  const caption = post.caption?.replace(/\s+/g, ' ').trim() || texts.posts.noCaption
  const title = post.postedAt ? `${caption} (${formatMoment(post.postedAt)})` : caption
  const content = (
    <>
      <PostPicture post={post} />
      <p className="mt-2 truncate text-note text-ink-2" title={title}>
        {caption}
      </p>
    </>
  )
  return (
    <article>
      {post.url ? (
        <a href={post.url} target="_blank" rel="noreferrer" className="block rounded-control hover:[&>p]:text-ink">
          {content}
        </a>
      ) : (
        content
      )}
      <p className="mt-1 flex gap-3 text-note text-ink-3">
        <Count
          icon={<Heart className="size-3.5" />}
          label={texts.posts.likes}
          count={post.likes}
          unknown={texts.posts.hidden}
        />
        <Count
          icon={<MessageCircle className="size-3.5" />}
          label={texts.posts.comments}
          count={post.comments}
          unknown={texts.posts.unknown}
        />
      </p>
    </article>
  )
}

interface CountProps {
  icon: ReactNode
  label: string
  count: number | null
  /** Null is not zero (D14). */
  unknown: string
}

function Count({ icon, label, count, unknown }: CountProps) {
  return (
    <span className="flex items-center gap-1">
      {icon}
      {count === null ? unknown : <Exact value={count} />}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/** The copied picture with its kind as a badge; without one, a quiet square that names the kind. */
function PostPicture({ post }: { post: AccountPost }) {
  return (
    <span className="relative block aspect-square overflow-hidden rounded-control bg-sunken">
      <Picture
        src={post.imageUrl}
        sizes="(width < 40rem) 46vw, 320px"
        width={320}
        height={320}
        fallback={
          <span className="grid size-full place-content-center justify-items-center gap-2 text-caption text-ink-3">
            <Image />
            {texts.posts.types[post.type]}
          </span>
        }
      />
      {post.imageUrl && post.type !== 'image' ? (
        <span className="badge absolute top-2 right-2" style={BADGES[post.type]}>
          {texts.posts.badges[post.type]}
        </span>
      ) : null}
    </span>
  )
}

type Tone = CSSProperties & Record<'--tone' | '--tone-wash', string>
const tone = (name: string): Tone => ({ '--tone': `var(--${name})`, '--tone-wash': `var(--${name}-wash)` })
/** spec §2: reel purple, video blue, carousel indigo. */
const BADGES = { reel: tone('purple'), video: tone('blue'), carousel: tone('indigo') }
