import { Presence } from 'radix-ui/internal'
import { type ReactNode, useId } from 'react'
import { Modal } from './modal.tsx'

interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** What it holds, for readers. */
  readonly label: string
  readonly children: ReactNode
}

/** Slides in from the left over the page, on phones. Escape and the outside close it. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const id = useId()
  return (
    <Presence.Root present={open}>
      <Modal className="drawer" aria-labelledby={id} data-state={open ? 'open' : 'closed'} isFixed onClose={onClose}>
        <h2 id={id} className="sr-only">
          {label}
        </h2>
        {children}
      </Modal>
    </Presence.Root>
  )
}
