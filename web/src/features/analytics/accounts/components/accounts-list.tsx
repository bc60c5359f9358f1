/** The four states of the list: on its way, failed, empty, full; as a table, or on a phone as rows of two lines. */
import { makePreloadable } from '#lib/preloadable.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { texts } from '../texts/section.ts'
import { AccountsSkeleton } from './accounts-skeleton.tsx'
import type { AccountsListProps } from './table-frame.ts'

/** As high as the window: what is below the rows is drawn already, and would be pushed out of sight by them. */
const renderRoom = (isCompact: boolean) => (
  <div className="h-dvh">
    <AccountsSkeleton compact={isCompact} shown={false} />
  </div>
)
const Rows = {
  table: makePreloadable(loadRows, renderRoom(false)),
  compact: makePreloadable(loadRows, renderRoom(true)),
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
    return <QueryFailed title={texts.failed} query={flat.list} />
  }
  if (!groups && flat.accounts.length === 0) {
    return <div className={flat.list.isPlaceholderData ? 'opacity-60' : ''}>{empty}</div>
  }
  const View = Rows[isCompact ? 'compact' : 'table']
  return <View {...props} />
}
