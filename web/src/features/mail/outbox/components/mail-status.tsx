/** How mail goes, a test, and what was not taken; for administrators. Four faces. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatExactMoment, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { mailStatus, type MailStatus as Status } from '../queries.ts'
import { texts } from '../texts.ts'
import { BouncedList, ProblemList } from './mail-troubles.tsx'
import { TestMail } from './test-mail.tsx'

export function MailStatus() {
  const status = useQuery(mailStatus())
  return (
    <section aria-labelledby="mail-heading">
      <h2 id="mail-heading" className="flex min-h-8 items-center gap-3 text-section">
        {texts.title}
        {status.data ? (
          <Badge tone={status.data.isOn ? 'good' : 'slate'}>{status.data.isOn ? texts.on : texts.off}</Badge>
        ) : null}
      </h2>
      <p className="mt-1 mb-3 max-w-[60ch] text-label text-ink-2">{texts.note}</p>
      <ListPanel query={status} texts={{ ...texts, empty: '' }} isEmpty={() => false}>
        {(known) => (known.isOn ? <Facts status={known} /> : <HowToTurnOn problem={known.problem} />)}
      </ListPanel>
      {status.data?.isOn ? <TestMail /> : null}
      {status.data?.isOn || status.data?.problems.length ? <ProblemList problems={status.data.problems} /> : null}
      {status.data?.isOn || status.data?.bounced.length ? <BouncedList addresses={status.data.bounced} /> : null}
    </section>
  )
}

function HowToTurnOn({ problem }: { problem: string | null }) {
  return (
    <div className="grid gap-3 p-4 desk:p-5">
      {problem === null ? null : (
        <p role="alert" className="flex gap-2 text-note break-words text-bad">
          <TriangleAlert className="mt-0.5 shrink-0" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
      <p className="text-body text-ink-2">{texts.offNote}</p>
      <pre className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-note">{texts.example}</pre>
    </div>
  )
}

function Facts({ status }: { status: Status }) {
  const now = useNow()
  const { server, from, lastSentAt, waiting, held } = status
  return (
    <dl>
      <Line term={texts.server}>{server}</Line>
      <Line term={texts.from}>{from}</Line>
      <Line term={texts.lastSent}>
        {lastSentAt === null ? (
          <span className="text-ink-3">{texts.never}</span>
        ) : (
          <span title={formatExactMoment(lastSentAt)}>{formatMoment(lastSentAt, now)}</span>
        )}
      </Line>
      <Line term={texts.waiting}>{formatWhole(waiting)}</Line>
      <Line term={texts.held}>{formatWhole(held)}</Line>
    </dl>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,112px)_minmax(0,1fr)] gap-4 border-b border-line px-4 py-3 text-table last:border-b-0 desk:grid-cols-[200px_minmax(0,1fr)] desk:px-5">
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  )
}
