/**
 * Publishing of one item in its dialog, above whose form it stands: where and when it goes out or went, the way to publish it, and
 * what to expect. Not for basic users.
 */
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { companyCalendar } from '#features/content/index.ts'
import { useSession } from '#lib/session.ts'
import { Badge } from '#ui/badge.tsx'
import { ExpectedPanel } from '../../insights/components/expected-panel.tsx'
import { itemPublications } from '../queries.ts'
import { isOnOtherDate, stateText, toneOf, whenText } from '../rules/publication.ts'
import { texts } from '../texts/queue.ts'
import { PublishButton } from './publish-button.tsx'

const words = texts.item

interface ItemPublicationsProps {
  readonly post: ContentItem
  /** What is typed: changes that are not saved would not go out. */
  readonly form: { readonly isEdited: boolean; readonly publishDate: string | null }
}

export function ItemPublications(props: ItemPublicationsProps) {
  const role = useSession().user?.role
  const isAllowed = role !== undefined && role !== 'basic'
  return isAllowed ? <Shown {...props} /> : null
}

function Shown({ post, form: { isEdited, publishDate } }: ItemPublicationsProps) {
  const id = useId()
  const { data } = useQuery(itemPublications(post.id))
  const calendar = useQuery(companyCalendar(post.companyId))
  const timeZone = calendar.data?.timeZone ?? 'UTC'
  const isLive = post.status === 'Published' || data?.some(({ state }) => state === 'published')
  return (
    <section className="mt-5 border-t border-line pt-3" aria-labelledby={id}>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h3 id={id} className="flex-1 text-label font-strong">
          {words.title}
        </h3>
        {isEdited ? <span className="text-caption text-ink-3">{words.saveFirst}</span> : null}
        <PublishButton size="small" post={post} disabled={isEdited} onEdit={focusForm} />
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
      <p className="mt-1 text-note text-amber" role="status">
        {isOnOtherDate(data ?? [], publishDate, timeZone) ? words.otherDate : ''}
      </p>
      {post.accountId === null || isLive ? null : <ExpectedPanel accountId={post.accountId} itemId={post.id} />}
    </section>
  )
}

/** Once the dialog above it has closed. */
function focusForm(): void {
  window.setTimeout(() => document.querySelector<HTMLElement>('#post-form textarea')?.focus())
}
