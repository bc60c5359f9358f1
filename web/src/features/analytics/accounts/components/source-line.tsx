/** D11: where the figures of an account come from and how old they are; the possible actions are beside it. */
import type { Account } from '@tangelo/contract'
import type { ReactNode } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { texts } from '../texts/account.ts'

const DAY_MS = 24 * 60 * 60_000

interface SourceLineProps {
  readonly account: Account
  /** What comes next: 'Next daily refresh in 21 hours'. */
  readonly next: string | null
  /** Days from one reading to the next; there is one to spare. */
  readonly everyDays: number
  readonly children?: ReactNode
}

export function SourceLine({ account, next, everyDays, children }: SourceLineProps) {
  const now = useNow()
  const { source, lastUpdated } = account
  const isFresh = lastUpdated !== null && now.getTime() - Date.parse(lastUpdated) < (everyDays + 1) * DAY_MS
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-1.5 text-note text-ink-3 desk:px-6">
      <span className={`size-2 flex-none rounded-full ${isFresh ? 'bg-good-mark' : 'bg-line-2'}`} aria-hidden="true" />
      <p className="py-1">
        {source ? texts.account.source(texts.sources[source], formatMoment(lastUpdated, now)) : texts.account.noSource}
      </p>
      {next ? <span aria-hidden="true">·</span> : null}
      {next ? <p className="py-1">{next}</p> : null}
      <div className="-mr-2.5 ml-auto flex flex-wrap justify-end">{children}</div>
    </div>
  )
}
