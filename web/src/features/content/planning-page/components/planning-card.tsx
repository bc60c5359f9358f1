/** One item of the planning page: for which account, its picture, two lines of caption, when, and who works on it. */
import { Heart, Image, Layers, MessageSquare, Play } from 'lucide-react'
import { memo, useContext } from 'react'
import { formatWhole, shorten } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Picture } from '#ui/picture.tsx'
import type { DraftCardProps } from '../../drafts/components/draft-card.tsx'
import { texts as draftTexts } from '../../drafts/texts/drafts.ts'
import { texts as postTexts } from '../../drafts/texts/post.ts'
import { StatusSign } from '../../items/components/status-sign.tsx'
import { accountOf, mediaOf, nameOf, stageOf } from '../../items/rules/items.ts'
import { texts as calendarTexts } from '../../items/texts/calendar.ts'
import { isToday, whenText } from '../rules.ts'
import { texts } from '../texts.ts'
import { CardSigns } from './card-signs.ts'
import { Person } from './person.tsx'

export const PlanningCard = /* @__PURE__ */ memo(function PlanningCard(props: DraftCardProps) {
  const { post, timeZone, today, selected, picking, place, total, onSelect, dialogHref, mayMakeReels, onOpen } = props
  const account = accountOf(post)
  const who = account ?? (post.location?.trim() || texts.card.noAccount)
  const stage = stageOf(post)
  const media = mediaOf(post.mediaType)
  const name = `${who}: ${nameOf(post)}`
  const isReel = mayMakeReels && media === 'reel'
  const href = isReel ? `/reel-maker?record=${post.id}` : dialogHref
  const caption = post.caption?.trim()
  const sign = useContext(CardSigns).signOf(post.id)
  return (
    <li
      className="card post-card planning-card"
      data-card={post.id}
      data-picked={selected ? '' : undefined}
      data-picking={picking ? '' : undefined}
      aria-posinset={place}
      aria-setsize={total}
    >
      <div className="planning-card-head">
        {post.account ? <Avatar username={post.account.username} size={22} src={post.account.profilePicture} /> : null}
        {/* A plain link: hundreds of the router's would each listen to every change of the address. */}
        <a
          href={href}
          className="card-link post-open"
          data-empty={account ? undefined : ''}
          aria-label={isReel ? draftTexts.card.openReel(name) : draftTexts.card.open(name)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            event.preventDefault()
            if (event.shiftKey) onSelect(post.id, true)
            else onOpen(href)
          }}
        >
          {who}
        </a>
      </div>
      <div className="post-picture">
        <Picture
          src={post.imageUrl}
          sizes="(width < 600px) 76px, 240px"
          width={480}
          height={480}
          fallback={
            <span className="planning-no-picture">
              <Image />
              <span>{texts.card.noPicture}</span>
            </span>
          }
        />
        {media ? (
          <span className="planning-media">
            {media === 'carousel' ? <Layers /> : <Play />}
            <span>{postTexts.mediaTypes[media]}</span>
          </span>
        ) : null}
        {stage === 'draft' ? null : (
          <span className="planning-stage">
            <StatusSign stage={stage} />
            <span>{stage ? calendarTexts.stages[stage] : post.status}</span>
          </span>
        )}
        {sign ? <span className="planning-sign">{sign}</span> : null}
        <Checkbox
          className="post-pick"
          label={draftTexts.card.select(name)}
          checked={selected}
          // The click knows of Shift, the change does not.
          onChange={() => undefined}
          onClick={(event) => onSelect(post.id, event.shiftKey)}
        />
      </div>
      <p className="planning-caption" dir="auto" data-empty={caption ? undefined : ''}>
        {caption ? caption.slice(0, 300) : texts.card.noCaption}
      </p>
      <p className="planning-foot">
        <span data-due={stage !== 'published' && isToday(post.publishDate, timeZone, today) ? '' : undefined}>
          {whenText(post.publishDate, timeZone, today)}
        </span>
        {post.teamComments > 0 ? (
          <span className="flex items-center gap-0.5 text-ink-3" title={texts.card.comments(post.teamComments)}>
            <MessageSquare />
            {post.teamComments}
            <span className="sr-only">{texts.card.comments(post.teamComments)}</span>
          </span>
        ) : null}
        {stage === 'published' && post.likes !== null ? (
          <span className="flex items-center gap-0.5 text-ink-3" title={texts.card.likes(formatWhole(post.likes))}>
            <Heart />
            {shorten(post.likes)}
            <span className="sr-only">{texts.card.likes('')}</span>
          </span>
        ) : null}
        {post.assignee ? (
          <Person name={post.assignee.username} />
        ) : (
          <span className="ml-auto truncate text-ink-3">{texts.card.unassigned}</span>
        )}
      </p>
    </li>
  )
})
