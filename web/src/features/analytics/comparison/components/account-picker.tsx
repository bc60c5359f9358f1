/** The layer that accounts are chosen in. It is fetched when it is first needed. */
import type { RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import { COMPARED_MAX } from '../rules/selection.ts'
import { texts } from '../texts.ts'
import { AccountChoice } from './account-choice.tsx'
import type { ComparedAccount } from './use-compared-accounts.ts'

interface AccountPickerProps {
  readonly accounts: readonly ComparedAccount[]
  /** Ids that lead to no account take a place, too. */
  readonly missing: number
  readonly anchor: RefObject<HTMLElement | null>
  readonly onChange: (ids: number[]) => void
  readonly onClose: () => void
}

export function AccountPicker({ accounts, missing, anchor, onChange, onClose }: AccountPickerProps) {
  return (
    <Popover title={texts.picks.chooser} anchor={anchor} side="bottom" align="center" onClose={onClose}>
      <div className="px-5 pb-3 max-desk:px-4">
        <AccountChoice
          chosen={accounts}
          most={COMPARED_MAX - missing}
          onChange={(chosen) => onChange(chosen.map(({ id }) => id))}
        />
      </div>
    </Popover>
  )
}
