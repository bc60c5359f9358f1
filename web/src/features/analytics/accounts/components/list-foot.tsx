/** How many rows there are, and what their sums leave out. */
import type { GlobalMetrics } from '@tangelo/contract'
import { formatWhole } from '#lib/format.ts'
import type { PagedQuery } from '#lib/load-more.ts'
import { MoreFailed } from '#ui/more-failed.tsx'
import { describeLeftOut } from '../rules/period.ts'
import { texts } from '../texts/list.ts'

interface ListFootProps {
  readonly total: number
  readonly sums: GlobalMetrics | undefined
  /** How many clients the rows are grouped by. */
  readonly clients: number | undefined
  /** Of all accounts, where they are not grouped. */
  readonly pages: PagedQuery | undefined
}

export function ListFoot({ total, sums, clients, pages }: ListFootProps) {
  const all = Math.max(total, sums?.accounts ?? total)
  const leftOut = sums?.period && describeLeftOut(sums.period)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-note text-ink-3 desk:px-5">
      <p className="min-w-0 flex-1">
        <span role="status">{texts.table.shown(formatWhole(total), formatWhole(all))}</span>
        {clients ? `, ${texts.table.clients(clients)}` : ''}
        {leftOut ? `. ${leftOut}` : null}
      </p>
      {pages ? <MoreFailed list={pages} text={texts.table.moreFailed} /> : null}
    </div>
  )
}
