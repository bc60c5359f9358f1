/** Figures that an audit could not make again: administrators see it on every page until an audit finds nothing. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { latestAudit } from '../queries.ts'
import { texts } from '../texts.ts'

const NAMED_MAX = 10

export function AuditBanner() {
  const { data: audit } = useQuery(latestAudit())
  const now = useNow()
  const [isOpen, setIsOpen] = useState(false)
  if (!audit || audit.mismatchCount === 0) return null
  const named = audit.mismatches.slice(0, NAMED_MAX)
  const unnamed = audit.mismatchCount - named.length
  return (
    <section
      aria-label={texts.region}
      className="mb-5 rounded-panel border border-bad-mark bg-surface px-4 py-2.5 text-body"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TriangleAlert className="size-4 flex-none text-bad" aria-hidden="true" />
        <p className="min-w-0 flex-1">{texts.found(audit.mismatchCount, formatMoment(audit.ranAt, now))}</p>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hide : texts.show}
        </Button>
      </div>
      {isOpen ? (
        <ul className="mt-2 grid gap-1 border-t border-line pt-2 text-label text-ink-2">
          {named.map(({ username, capturedAt, figure, stored, expected }) => (
            <li key={`${username} ${capturedAt} ${figure}`} className="break-words">
              <b className="font-medium text-ink">@{username}</b>,{' '}
              {capturedAt ? texts.snapshot(capturedAt.slice(0, 10)) : texts.latest}:{' '}
              {texts.differs(figure, stored, expected)}
            </li>
          ))}
          {unnamed > 0 ? <li>{texts.more(unnamed)}</li> : null}
        </ul>
      ) : null}
    </section>
  )
}
