/** The filters where the row of tools has no room for them. */
import type { ReactNode, RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import { texts } from '../texts/list.ts'

interface FilterSheetProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FilterSheet({ anchor, onClose, children }: FilterSheetProps) {
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.tools.filter} side="bottom">
      <div className="grid px-5 pb-2 max-desk:px-4">{children}</div>
    </Popover>
  )
}
