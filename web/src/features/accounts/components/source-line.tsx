/** D11: where the figures of an account come from and how old they are; what may be done about it stands beside it. */
import type { Account } from '@tangelo/contract'
import type { ReactNode } from 'react'
import { formatMoment } from '#lib/format.ts'
import { texts } from '../texts.ts'

/** Daily figures, with a day to spare. */
const FRESH_MS = 48 * 60 * 60_000

export function SourceLine({ account, children }: { account: Account; children?: ReactNode }) {
  const { source, lastUpdated } = account
  const isFresh = lastUpdated !== null && Date.now() - Date.parse(lastUpdated) < FRESH_MS
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-1.5 text-[12.5px]/[20px] text-ink-3 desk:px-6">
      <span className={`size-2 flex-none rounded-full ${isFresh ? 'bg-good-mark' : 'bg-line-2'}`} aria-hidden="true" />
      <p className="py-1">
        {source ? texts.account.source(texts.sources[source], formatMoment(lastUpdated)) : texts.account.noSource}
      </p>
      <div className="-mr-2.5 ml-auto flex flex-wrap justify-end">{children}</div>
    </div>
  )
}
