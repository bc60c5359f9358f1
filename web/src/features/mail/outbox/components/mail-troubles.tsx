/** Mails that were not taken, and addresses that are disabled because one came back. */
import type { ReactNode } from 'react'
import { formatAhead, formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type BouncedAddress, type MailProblem, useRetryAddress, useRetryMail } from '../queries.ts'
import { texts } from '../texts.ts'

const ROW =
  'grid items-center gap-x-6 gap-y-1 border-b border-line px-4 py-3 text-table last:border-b-0 desk:grid-cols-[minmax(0,1fr)_auto] desk:px-5'

export function ProblemList({ problems }: { problems: readonly MailProblem[] }) {
  return (
    <Part id="mail-problems" title={texts.problems} none={problems.length === 0 ? texts.noProblems : null}>
      {problems.map((problem) => (
        <ProblemRow key={problem.id} problem={problem} />
      ))}
    </Part>
  )
}

function ProblemRow({ problem }: { problem: MailProblem }) {
  const now = useNow()
  const retry = useRetryMail()
  const { id, recipient, template, tries, triedAt, nextTryAt, isRetryable } = problem
  return (
    <li className={ROW}>
      <div className="grid min-w-0 gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <b className="min-w-0 font-strong break-all">{recipient}</b>
          <span className="text-ink-2">{texts.templates[template] ?? template}</span>
          <Badge tone={nextTryAt === null ? 'bad' : 'amber'}>
            {nextTryAt === null ? texts.gaveUp : texts.nextTry(formatAhead(nextTryAt, now))}
          </Badge>
        </p>
        <p className="text-note break-words text-ink-2">{problem.problem}</p>
        <p className="text-note text-ink-3" title={formatExactMoment(triedAt)}>
          {`${texts.tries(tries)}, ${formatMoment(triedAt, now)}`}
        </p>
      </div>
      {isRetryable ? (
        <Button
          size="small"
          className="justify-self-start"
          aria-label={texts.sendAgainTo(recipient)}
          busy={retry.isPending}
          busyLabel={texts.sending}
          onClick={() => retry.mutate(id, toastOutcome(texts.again, texts.againFailed))}
        >
          {texts.sendAgain}
        </Button>
      ) : null}
    </li>
  )
}

export function BouncedList({ addresses }: { addresses: readonly BouncedAddress[] }) {
  return (
    <Part
      id="mail-bounced"
      title={texts.bounced}
      note={addresses.length === 0 ? undefined : texts.bouncedNote}
      none={addresses.length === 0 ? texts.noBounced : null}
    >
      {addresses.map((address) => (
        <BouncedRow key={address.recipientId} bounced={address} />
      ))}
    </Part>
  )
}

function BouncedRow({ bounced: { recipientId, username, address, reason, at } }: { bounced: BouncedAddress }) {
  const now = useNow()
  const retry = useRetryAddress()
  return (
    <li className={ROW}>
      <div className="grid min-w-0 gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <b className="min-w-0 font-strong break-all">{address}</b>
          <span className="text-ink-2">{username ?? texts.outside}</span>
        </p>
        <p className="text-note break-words text-ink-2">{reason}</p>
        <p className="text-note text-ink-3" title={formatExactMoment(at)}>
          {formatMoment(at, now)}
        </p>
      </div>
      <Button
        size="small"
        className="justify-self-start"
        aria-label={texts.tryAgainAt(address)}
        busy={retry.isPending}
        busyLabel={texts.sending}
        onClick={() => retry.mutate(recipientId, toastOutcome(texts.tried, texts.tryFailed))}
      >
        {texts.tryAgain}
      </Button>
    </li>
  )
}

const toastOutcome = (done: string, failed: string) => ({
  onSuccess: () => toast({ title: done }),
  onError: (error: Error) => showFailure(failed, error.message),
})

interface PartProps {
  readonly id: string
  readonly title: string
  readonly note?: string | undefined
  /** Instead of rows. */
  readonly none: string | null
  readonly children: ReactNode
}

function Part({ id, title, note, none, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="text-section">
        {title}
      </h3>
      {none === null ? (
        <>
          {note ? <p className="mt-1 max-w-[60ch] text-label text-ink-2">{note}</p> : null}
          <Panel className="mt-3">
            <ul>{children}</ul>
          </Panel>
        </>
      ) : (
        <p className="mt-1 text-label text-ink-3">{none}</p>
      )}
    </section>
  )
}
