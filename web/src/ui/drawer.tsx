import './layer-styles.ts'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useReturnFocus } from './return-focus.ts'

interface DrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** What it holds, for readers. */
  readonly label: string
  readonly children: ReactNode
}

/** Slides in from the left over the page, on phones. Escape and the outside close it. */
export function Drawer({ open, onOpenChange, label, children }: DrawerProps) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal container={document.body}>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="drawer" aria-describedby={undefined} {...returnFocus}>
          <Radix.Title className="sr-only">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
