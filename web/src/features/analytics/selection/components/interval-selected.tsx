/** How often the chosen accounts are read. */
import type { ListedAccount } from '@tangelo/contract'
import type { RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import { IntervalChoice } from '../../refreshes/components/interval-choice.tsx'
import { texts } from '../texts.ts'

interface IntervalSelectedProps {
  readonly accounts: readonly ListedAccount[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function IntervalSelected({ accounts, anchor, onClose }: IntervalSelectedProps) {
  const intervals = new Set(accounts.map(({ refresh }) => refresh.interval))
  const [first] = intervals
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.interval.title} align="center" width={360}>
      <div className="px-2 pb-4">
        <IntervalChoice
          accountIds={accounts.map(({ id }) => id)}
          chosen={intervals.size === 1 && first ? first : null}
          onClose={onClose}
        />
      </div>
    </Popover>
  )
}
