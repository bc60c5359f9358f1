/** What happened to a post, newest first, behind a quiet line. Fetched when it is opened. */
import type { ContentChange } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { contentHistory } from '../../items/queries/items.ts'
import { valueText } from '../rules/history.ts'
import { texts } from '../texts/post.ts'

export function PostHistory({ postId, timeZone }: { readonly postId: string; readonly timeZone: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-5 border-t border-line pt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex w-max list-none items-center gap-1 rounded-control text-label font-medium text-ink-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight className={open ? 'rotate-90' : ''} />
        {texts.history.title}
      </summary>
      {open ? <Entries postId={postId} timeZone={timeZone} /> : null}
    </details>
  )
}

function Entries({ postId, timeZone }: { postId: string; timeZone: string }) {
  const history = useQuery(contentHistory(postId))
  const now = useNow()
  if (history.isPending) {
    return (
      <p className="mt-2 text-note text-ink-3" role="status">
        {texts.history.loading}
      </p>
    )
  }
  if (!history.data) {
    return (
      <p className="mt-2 text-note text-ink-2" role="alert">
        {texts.history.failed}{' '}
        <button type="button" className="link" onClick={() => void history.refetch()}>
          {texts.history.tryAgain}
        </button>
      </p>
    )
  }
  if (history.data.length === 0) return <p className="mt-2 text-note text-ink-3">{texts.history.none}</p>
  return (
    <ol className="mt-2 grid gap-3" aria-label={texts.history.title}>
      {history.data.map((entry) => (
        <li key={entry.id} className="text-note">
          <p className="flex flex-wrap justify-between gap-x-3">
            <b className="font-medium">{headOf(entry)}</b>
            <time className="text-ink-3" dateTime={entry.at} title={formatExactMoment(entry.at)}>
              {formatMoment(entry.at, now)}
            </time>
          </p>
          {fieldsOf(entry).map(({ field, from, to }) => (
            <p key={field} className="break-words text-ink-2" dir="auto">
              {field === 'imageUrl' && from && to
                ? texts.history.replaced(texts.history.fields[field])
                : texts.history.fromTo(
                    texts.history.fields[field],
                    valueText(field, from, timeZone),
                    valueText(field, to, timeZone),
                  )}
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

const fieldsOf = ({ changes }: ContentChange) => changes.filter(({ field }) => field !== 'presence')

function headOf({ by, origin, kind, changes }: ContentChange): string {
  const who = by ?? (origin === 'table' ? texts.history.table : texts.history.formerUser)
  const presence = changes.find(({ field }) => field === 'presence')
  if (presence) return presence.to === 'gone' ? texts.history.removedBy(who) : texts.history.broughtBackBy(who)
  if (kind === 'made') return texts.history.madeBy(who)
  return kind === 'changed' ? texts.history.changedBy(who) : texts.history.conflict(who)
}
