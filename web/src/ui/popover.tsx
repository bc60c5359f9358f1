import './layer-styles.ts'
import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  /** What it holds, for readers. */
  readonly label: string
  readonly children: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
}

/** A small panel beside the button that opens it. It never covers its button. */
export function Popover({
  trigger,
  label,
  children,
  side = 'bottom',
  align = 'start',
  className = 'p-4',
  ...state
}: PopoverProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={`popover ${className}`}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={16}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
