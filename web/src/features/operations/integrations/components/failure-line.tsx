import type { ReactNode } from 'react'
import { texts } from '../texts/set-up.ts'

/** What could not be asked, why, and the way on. */
export function FailureLine({
  message,
  onRetry,
  children,
}: {
  message: string
  onRetry: () => void
  children: ReactNode
}) {
  return (
    <p className="text-note break-words text-ink-2" role="alert">
      {children} {message}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {texts.tables.tryAgain}
      </button>
    </p>
  )
}
