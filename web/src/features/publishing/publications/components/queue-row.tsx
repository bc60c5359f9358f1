/** One publication of the queue: its picture and words, where and when, how it stands, and what is to be done. */
import { Link } from '@tanstack/react-router'
import { Image } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Publication } from '../queries.ts'
import { groupOf, isReminded, nameOf, stateText, toneOf, whenText } from '../rules/publication.ts'
import { texts as publicationTexts } from '../texts/publication.ts'
import { texts } from '../texts/queue.ts'
import { texts as remindTexts } from '../texts/remind.ts'

const words = texts.queue

interface QueueRowProps {
  readonly publication: Publication
  readonly timeZone: string
}

export function QueueRow({ publication, timeZone }: QueueRowProps) {
  const { id, post, account, kind, how, plannedAt, publishedAt, sentence, waitsFor } = publication
  const group = groupOf(publication)
  const name = nameOf(publication)
  return (
    <li className="queue-row">
      <span className="queue-thumb" aria-hidden="true">
        <Picture src={post?.imageUrl ?? null} sizes="48px" fallback={<Image className="m-auto text-ink-3" />} />
      </span>
      <div className="min-w-0">
        <Link to="/planning" search={{ publication: id }} className="card-link queue-name" dir="auto">
          <span className="sr-only">{words.openOf('')} </span>
          {name}
        </Link>
        <p className="queue-where">
          @{account}, {publicationTexts.kinds[kind].toLowerCase()}
          {how === 'remind' ? `, ${remindTexts.row}` : ''}
        </p>
        {group === 'person' || publication.state === 'failed' ? <p className="queue-why">{sentence}</p> : null}
      </div>
      <div className="queue-side">
        <time dateTime={publishedAt ?? plannedAt}>{whenText(publishedAt ?? plannedAt, timeZone)}</time>
        <Badge tone={toneOf(publication)}>{stateText(publication)}</Badge>
        {waitsFor ? (
          <span className="link" aria-hidden="true">
            {words.do[isReminded(publication) ? 'reminded' : waitsFor]}
          </span>
        ) : null}
      </div>
    </li>
  )
}
