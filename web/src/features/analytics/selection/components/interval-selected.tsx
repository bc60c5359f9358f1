/** How often the chosen accounts are read. */
import type { ListedAccount } from '@tangelo/contract'
import type { RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import { IntervalChoice } from '../../refreshes/components/interval-choice.tsx'
import type { SavedIntervals } from '../../refreshes/queries.ts'
import { texts } from '../texts.ts'

interface IntervalSelectedProps {
  readonly accounts: readonly ListedAccount[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  /** The chosen accounts, with the interval they have now. */
  readonly onChanged: (accounts: readonly ListedAccount[]) => void
}

export function IntervalSelected({ accounts, anchor, onClose, onChanged }: IntervalSelectedProps) {
  const intervals = new Set(accounts.map(({ refresh }) => refresh.interval))
  const [first] = intervals
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.interval.title} align="center" width={360}>
      <div className="px-2 pb-4">
        <IntervalChoice
          accountIds={accounts.map(({ id }) => id)}
          chosen={intervals.size === 1 && first ? first : null}
          onSaved={(saved) => onChanged(withIntervals(accounts, saved))}
          onClose={onClose}
        />
      </div>
    </Popover>
  )
}

function withIntervals(accounts: readonly ListedAccount[], saved: SavedIntervals): ListedAccount[] {
  const byId = new Map(saved.map(({ accountId, interval, everyDays }) => [accountId, { interval, everyDays }]))
  return accounts.map((account) => ({ ...account, refresh: byId.get(account.id) ?? account.refresh }))
}
