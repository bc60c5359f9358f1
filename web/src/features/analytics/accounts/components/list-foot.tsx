/** How many rows there are, and what their sums leave out. */
import type { GlobalMetrics } from '@tangelo/contract'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { leftOutText } from '../rules/period.ts'
import { texts } from '../texts/list.ts'
import type { AccountList } from './use-account-list.ts'

interface ListFootProps {
  readonly total: number
  readonly sums: GlobalMetrics | undefined
  /** How many clients the rows are grouped by. */
  readonly clients: number | undefined
  /** The list whose next page failed. */
  readonly failed: AccountList | undefined
}

export function ListFoot({ total, sums, clients, failed }: ListFootProps) {
  const all = Math.max(total, sums?.accounts ?? total)
  const leftOut = sums?.period && leftOutText(sums.period)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-note text-ink-3 desk:px-5">
      <p className="min-w-0 flex-1">
        <span role="status">{texts.table.shown(formatWhole(total), formatWhole(all))}</span>
        {clients ? `, ${texts.table.clients(clients)}` : ''}
        {leftOut ? `. ${leftOut}` : null}
      </p>
      {failed ? (
        <span className="flex items-center gap-2" role="alert">
          {texts.table.moreFailed}
          <Button size="small" onClick={failed.loadNext} busy={failed.list.isFetchingNextPage}>
            {texts.table.tryAgain}
          </Button>
        </span>
      ) : null}
    </div>
  )
}
