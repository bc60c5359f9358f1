import type { ComponentProps, ReactNode } from 'react'
import { Wheel } from './wheel.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for readers and as the tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly variant?: 'default' | 'quiet'
  readonly size?: 'medium' | 'small'
  readonly busy?: boolean
}

/** A button with nothing but an icon. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'medium',
  busy = false,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
      data-shape="icon"
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Wheel spinning /> : icon}
    </button>
  )
}
