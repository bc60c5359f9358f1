import type { ReactNode } from 'react'
import { Wheel } from './wheel.tsx'

interface EmptyStateProps {
  readonly text: string
  readonly title?: string
  /** The next step, as buttons. */
  readonly actions?: ReactNode
}

/** Nothing here yet: says why and what comes next, with the wheel unfilled. */
export function EmptyState({ text, title, actions }: EmptyStateProps) {
  return (
    <div className="face">
      <Wheel />
      {title ? <h3 className="text-panel">{title}</h3> : null}
      <p>{text}</p>
      {actions ? <div className="face-actions">{actions}</div> : null}
    </div>
  )
}
