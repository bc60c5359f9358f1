import type { ReactNode } from 'react'

interface BadgeProps {
  readonly tone?: 'neutral' | 'outline' | 'good' | 'bad' | 'amber' | 'blue'
  readonly children: ReactNode
}

/** A state in one or two words. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
