/** Users as whom so many sign-ins failed within an hour that others had to wait. Nothing where there are none. */
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import type { SystemReport } from '../queries.ts'
import { texts } from '../texts.ts'

const NAMED_MAX = 5

export function GuessedUsers({ users }: { readonly users: SystemReport['guessedUsers'] }) {
  const now = useNow()
  if (users.length === 0) return null
  return (
    <section
      role="alert"
      aria-label={texts.guessed.region}
      className="mb-5 rounded-panel border border-bad-mark bg-surface px-4 py-2.5 text-label"
    >
      <ul className="grid gap-1">
        {users.slice(0, NAMED_MAX).map(({ id, username, at }) => (
          <li key={id} title={formatExactMoment(at)} className="flex gap-2 break-words">
            <TriangleAlert className="mt-0.5 size-4 flex-none text-bad" />
            <span className="min-w-0">{texts.guessed.user(username, formatMoment(at, now))}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 pl-6 text-note text-ink-2">
        {users.length > NAMED_MAX ? `${texts.guessed.more(users.length - NAMED_MAX)} ` : ''}
        {texts.guessed.what}{' '}
        <Link to="/admin" search={{ tab: 'system', part: 'audit' }} className="link">
          {texts.guessed.log}
        </Link>
      </p>
    </section>
  )
}
