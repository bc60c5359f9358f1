/** Publishing of one item in its dialog: where and when it goes out or went, and the way to publish it. Not for basic users. */
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { companyCalendar } from '#features/content/index.ts'
import { useSession } from '#lib/session.ts'
import { Badge } from '#ui/badge.tsx'
import { itemPublications } from '../queries.ts'
import { stateText, toneOf, whenText } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'
import { PublishButton } from './publish-button.tsx'

const words = texts.item

interface ItemPublicationsProps {
  readonly post: ContentItem
  readonly onEdit: () => void
}

export function ItemPublications({ post, onEdit }: ItemPublicationsProps) {
  const role = useSession().user?.role
  const isAllowed = role !== undefined && role !== 'basic'
  return isAllowed ? <Shown post={post} onEdit={onEdit} /> : null
}

function Shown({ post, onEdit }: ItemPublicationsProps) {
  const id = useId()
  const { data } = useQuery(itemPublications(post.id))
  const calendar = useQuery(companyCalendar(post.companyId))
  const timeZone = calendar.data?.timeZone ?? 'UTC'
  return (
    <section className="mt-5 border-t border-line pt-3" aria-labelledby={id}>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h3 id={id} className="flex-1 text-label font-strong">
          {words.title}
        </h3>
        <PublishButton size="small" post={post} onEdit={onEdit} />
      </div>
      {data?.length ? (
        <ul className="mt-1 grid gap-1.5">
          {data.map((publication) => (
            <li key={publication.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-label">
              <Badge tone={toneOf(publication)}>{stateText(publication)}</Badge>
              <Link to="/planning" search={{ publication: publication.id }} className="link">
                @{publication.account}, {whenText(publication.publishedAt ?? publication.plannedAt, timeZone)}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-note text-ink-3">{data ? words.none : ''}</p>
      )}
    </section>
  )
}
