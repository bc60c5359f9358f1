/** The four states of the list: on its way, failed, empty, full; as a table, or on a phone as rows of two lines. */
import type { ClientTotals, GlobalMetrics } from '@tangelo/contract'
import type { ReactNode } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import type { AccountQuestion } from '../queries/lists.ts'
import type { AccountsView, ViewChange } from '../rules/view.ts'
import { texts } from '../texts/list.ts'
import { AccountsSkeleton } from './accounts-skeleton.tsx'
import type { TableFrame } from './table-frame.ts'
import type { AccountList } from './use-account-list.ts'

const Rows = {
  table: makePreloadable(loadRows, <AccountsSkeleton compact={false} shown={false} />),
  compact: makePreloadable(loadRows, <AccountsSkeleton compact shown={false} />),
}

async function loadRows() {
  return (await import('./panel-parts.ts')).RowsView
}

/** Fetched beside the accounts, not after them. */
export function preloadRows(): void {
  Rows.table.preload()
  Rows.compact.preload()
}

export interface AccountsListProps {
  readonly frame: TableFrame
  readonly view: AccountsView
  readonly onChange: (change: ViewChange) => void
  readonly question: AccountQuestion
  readonly flat: AccountList
  readonly isPending: boolean
  readonly isCompact: boolean
  /** The clients, where the rows are grouped by them. */
  readonly groups: readonly ClientTotals[] | undefined
  /** Names of the clients by id, where the rows are of several. */
  readonly names: ReadonlyMap<number, string> | undefined
  /** In the place of the rows, where there are none. */
  readonly empty: ReactNode
  readonly sums: GlobalMetrics | undefined
  readonly onClient: (companyId: number) => void
}

export function AccountsList(props: AccountsListProps) {
  const { flat, isPending, isCompact, groups, empty } = props
  const late = useDelayed(isPending)
  if (isPending) return <AccountsSkeleton compact={isCompact} shown={late} />
  if (!groups && !flat.list.data) {
    return (
      <FailedState
        title={texts.table.failed}
        cause={flat.list.error?.message ?? ''}
        busy={flat.list.isFetching}
        onRetry={() => void flat.list.refetch()}
      />
    )
  }
  if (!groups && flat.accounts.length === 0) {
    return <div className={flat.list.isPlaceholderData ? 'opacity-60' : ''}>{empty}</div>
  }
  const View = Rows[isCompact ? 'compact' : 'table']
  return <View {...props} />
}
