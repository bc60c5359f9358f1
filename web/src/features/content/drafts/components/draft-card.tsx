/** One draft: who and where, the picture, what is known of it. Every fallback keeps the same height (spec §2). */
import './posts.css'
import type { ContentItem } from '@tangelo/contract'
import { Heart, MessageCircle } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatWhole, shorten } from '#lib/format.ts'
import { toneOf } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Picture } from '#ui/picture.tsx'
import { Tag } from '#ui/tag.tsx'
import { mediaOf, nameOf, statusOf } from '../../items/rules/items.ts'
import { dateText } from '../rules/dates.ts'
import { initialOf, splitHashtags } from '../rules/grid.ts'
import { texts } from '../texts/drafts.ts'
import { NoPicture } from './no-picture.tsx'

const STATUS_TONES = {
  draft: 'yellow',
  approved: 'good',
  delete: 'bad',
  failed: 'bad',
  published: 'slate',
} as const
const MEDIA_TONES = { reel: 'purple', video: 'blue', carousel: 'indigo' } as const

export interface DraftCardProps {
  readonly post: ContentItem
  readonly timeZone: string
  /** By the company's calendar. */
  readonly today: string
  readonly selected: boolean
  /** Some card is selected: all of them show their boxes. */
  readonly picking: boolean
  readonly place: number
  readonly total: number
  /** `isRange`: everything since the one selected before. */
  readonly onSelect: (id: string, isRange: boolean) => void
  /** Where its dialog is. A reel opens in the Reel Maker instead (spec §2), for those who may go there. */
  readonly dialogHref: string
  readonly mayMakeReels: boolean
  readonly onOpen: (href: string) => void
}

export const DraftCard = /* @__PURE__ */ memo(function DraftCard(props: DraftCardProps) {
  const { post, timeZone, selected, picking, place, total, onSelect, dialogHref, mayMakeReels, onOpen } = props
  const location = post.location?.trim() || texts.card.brand
  const name = `${location}: ${post.caption?.trim() ? nameOf(post) : texts.card.noCaption}`
  const hashtags = splitHashtags(post.hashtags)
  const isReel = mayMakeReels && mediaOf(post.mediaType) === 'reel'
  const href = isReel ? `/reel-maker?record=${post.id}` : dialogHref
  return (
    <li
      className="card post-card"
      data-card={post.id}
      data-picked={selected ? '' : undefined}
      data-picking={picking ? '' : undefined}
      aria-posinset={place}
      aria-setsize={total}
    >
      <div className="flex items-center gap-2 h-11 py-0 px-3 flex-none">
        <span className="avatar" aria-hidden="true" style={{ '--size': '24px', '--tone': toneOf(location) } as object}>
          {initialOf(post.location)}
        </span>
        {/* A plain link: hundreds of the router's would each listen to every change of the address. */}
        <a
          href={href}
          className="card-link post-open"
          aria-label={isReel ? texts.card.openReel(name) : texts.card.open(name)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            event.preventDefault()
            if (event.shiftKey) onSelect(post.id, true)
            else onOpen(href)
          }}
        >
          {location}
        </a>
        <Badge tone={STATUS_TONES[statusOf(post.status) ?? 'published']}>{post.status.trim().toUpperCase()}</Badge>
      </div>
      <div className="post-picture">
        <Picture
          src={post.imageUrl}
          sizes="(width < 40rem) 94vw, 280px"
          width={480}
          height={480}
          fallback={<NoPicture />}
        />
        {post.mediaType?.trim() ? (
          <Badge className="post-media" tone={mediaTone(post.mediaType)}>
            {post.mediaType.trim().toUpperCase()}
          </Badge>
        ) : null}
        <Checkbox
          className="post-pick"
          label={texts.card.select(name)}
          checked={selected}
          // The click knows of Shift, the change does not.
          onChange={() => undefined}
          onClick={(event) => onSelect(post.id, event.shiftKey)}
        />
      </div>
      <div className="post-body">
        <p className="post-meta">
          <Count icon={<Heart />} label={texts.card.likes} count={post.likes} />
          <Count icon={<MessageCircle />} label={texts.card.comments} count={post.comments} />
          <span className="ml-auto min-w-0 truncate text-ink-3">{dateText(post.publishDate, timeZone)}</span>
        </p>
        {/* spec §9: captions of three lines. */}
        <p
          className="line-clamp-3 text-label h-14.25 wrap-anywhere data-empty:text-ink-3"
          dir="auto"
          data-empty={post.caption?.trim() ? undefined : ''}
        >
          {post.caption?.trim() ? post.caption.slice(0, 400) : texts.card.noCaption}
        </p>
        {/* Two tags in a line at least: three of them and what is left out always fit in two lines. */}
        <div className="flex h-11 flex-wrap content-end gap-1 overflow-hidden [&>.tag]:max-w-[calc(50%-2px)] [&>.tag]:text-[11.5px]">
          {hashtags.shown.map((tag) => (
            <Tag key={tag}>#{tag}</Tag>
          ))}
          {hashtags.more > 0 ? <Badge variant="outline">{texts.card.more(hashtags.more)}</Badge> : null}
        </div>
      </div>
    </li>
  )
})

function mediaTone(mediaType: string) {
  const media = mediaOf(mediaType)
  return media ? MEDIA_TONES[media] : 'slate'
}

function Count({ icon, label, count }: { icon: ReactNode; label: string; count: number | null }) {
  return (
    <span className="flex items-center gap-1" title={formatWhole(count)}>
      {icon}
      {shorten(count)}
      <span className="sr-only"> {label}</span>
    </span>
  )
}
