/** Nothing to list: because of the filter, or because there is nothing yet. What comes next depends on who looks. */
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type AccountsView, isNarrowed, type ViewChange } from '../rules/view.ts'
import { texts } from '../texts/list.ts'

const ThreeWays = makePreloadable(async () => (await import('./three-ways.tsx')).ThreeWays)

export interface AdminActions {
  readonly onAdd: () => void
  readonly onImport: () => void
}

interface EmptyAccountsProps {
  readonly view: AccountsView
  readonly onChange: (change: ViewChange) => void
  readonly isOneClient: boolean
  /** For administrators only; absent for other users. */
  readonly admin: AdminActions | undefined
}

export function EmptyAccounts({ view, onChange, isOneClient, admin }: EmptyAccountsProps) {
  if (isNarrowed(view)) {
    const isByName = !(view.category ?? view.tag ?? view.source)
    return (
      <EmptyState
        text={isByName ? texts.table.noMatch(view.q) : texts.table.noneLeft}
        actions={
          <Button onClick={() => onChange({ q: '', category: undefined, tag: undefined, source: undefined })}>
            {texts.table.clearFilter}
          </Button>
        }
      />
    )
  }
  if (!admin) return <EmptyState text={texts.table.emptyForOthers} />
  return (
    <>
      <p className="px-4 py-3.5 text-label desk:px-5">{isOneClient ? texts.table.emptyClient : texts.table.empty}</p>
      <div className="border-t border-line">
        <ThreeWays onAdd={admin.onAdd} onImport={admin.onImport} />
      </div>
    </>
  )
}
