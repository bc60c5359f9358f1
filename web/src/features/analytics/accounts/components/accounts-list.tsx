/** The four states of the list: on its way, failed, empty, full; as a table, or on a phone as rows of two lines. */
import { makePreloadable } from '#lib/preloadable.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { texts } from '../texts/section.ts'
import { AccountsSkeleton } from './accounts-skeleton.tsx'
import type { AccountsListProps } from './table-frame.ts'

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

export function AccountsList(props: AccountsListProps) {
  const { flat, isPending, isCompact, groups, empty } = props
  const late = useDelayed(isPending)
  if (isPending) return <AccountsSkeleton compact={isCompact} shown={late} />
  if (!groups && !flat.list.data) {
    return (
      <FailedState
        title={texts.failed}
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
