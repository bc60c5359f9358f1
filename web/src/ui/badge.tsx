import type { CSSProperties, ReactNode } from 'react'

type Tone = 'slate' | 'yellow' | 'amber' | 'good' | 'bad' | 'blue' | 'purple' | 'indigo'

interface BadgeProps {
  readonly tone?: Tone
  /** `outline` and `solid` have no tone. */
  readonly variant?: 'wash' | 'outline' | 'solid'
  readonly className?: string
  readonly children: ReactNode
}

/** A word about the state or kind of something, on a wash of its colour unless it is to be quieter or louder. */
export function Badge({ tone = 'slate', variant = 'wash', className = '', children }: BadgeProps) {
  const style: CSSProperties & Record<'--tone' | '--tone-wash', string> = {
    '--tone': `var(--${tone})`,
    '--tone-wash': `var(--${tone}-wash)`,
  }
  return (
    <span className={`badge ${className}`} data-variant={variant} style={style}>
      {children}
    </span>
  )
}
