/** The layer that accounts are chosen in. It is fetched when it is first needed. */
import type { RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import { COMPARED_MAX } from '../rules/selection.ts'
import { texts } from '../texts/compare.ts'
import { AccountChoice } from './account-choice.tsx'
import type { ComparedAccount } from './use-compared-accounts.ts'

interface AccountPickerProps {
  readonly accounts: readonly ComparedAccount[]
  /** Also those that are still read, or lead to no account. */
  readonly chosen: readonly number[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onToggle: (id: number, isChosen: boolean) => void
  readonly onClose: () => void
}

export function AccountPicker({ accounts, chosen, anchor, onToggle, onClose }: AccountPickerProps) {
  return (
    <Popover title={texts.picks.chooser} anchor={anchor} side="bottom" align="center" onClose={onClose}>
      <div className="px-5 pb-3 max-desk:px-4">
        <AccountChoice
          known={accounts}
          chosen={chosen}
          most={COMPARED_MAX}
          onToggle={({ id }, isChosen) => onToggle(id, isChosen)}
        />
      </div>
    </Popover>
  )
}
