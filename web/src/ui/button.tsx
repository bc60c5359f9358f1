import type { ComponentProps, ReactNode } from 'react'
import { Wheel } from './wheel.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'default' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
  readonly icon?: ReactNode
  /** Shows the wheel and ignores presses, but keeps place and focus. */
  readonly busy?: boolean
  readonly busyLabel?: string | undefined
}

/** A press that does something. One primary button per region; a busy one says so in words when it has any. */
export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  busy = false,
  busyLabel,
  children,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `button ${className}` : 'button'}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Wheel spinning /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}
