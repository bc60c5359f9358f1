import type { CSSProperties, ReactNode } from 'react'

type Tone = 'slate' | 'yellow' | 'amber' | 'good' | 'bad' | 'blue' | 'purple' | 'indigo'

interface BadgeProps {
  readonly tone?: Tone
  readonly className?: string
  readonly children: ReactNode
}

/** A word about the state or kind of something, on a wash of its colour. */
export function Badge({ tone = 'slate', className = '', children }: BadgeProps) {
  const style: CSSProperties & Record<'--tone' | '--tone-wash', string> = {
    '--tone': `var(--${tone})`,
    '--tone-wash': `var(--${tone}-wash)`,
  }
  return (
    <span className={`badge ${className}`} style={style}>
      {children}
    </span>
  )
}
