import { RefreshCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'

interface FailedStateProps {
  readonly title: string
  /** What went wrong, as far as it is known. */
  readonly cause: string
  /** Not where another try would say the same: then the cause says what to do. */
  readonly onRetry?: (() => void) | undefined
  readonly busy?: boolean
}

interface QueryFailedProps {
  readonly title: string
  /** As TanStack Query returns it. */
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** In other words than those of the error. */
  readonly cause?: string
}

/** A query that failed, and its next try. */
export const QueryFailed = ({ title, query, cause = query.error?.message ?? '' }: QueryFailedProps) => (
  <FailedState title={title} cause={cause} busy={query.isFetching} onRetry={() => void query.refetch()} />
)

/** Something could not be shown: what, why, and the way on. */
export function FailedState({ title, cause, onRetry, busy = false }: FailedStateProps) {
  return (
    <div className="face" role="alert">
      <TriangleAlert className="size-5 text-bad" />
      <h3 className="text-panel">{title}</h3>
      <p>{cause}</p>
      {onRetry ? (
        <div className="face-actions">
          <Button icon={<RefreshCw />} busy={busy} onClick={onRetry}>
            Try Again
          </Button>
        </div>
      ) : null}
    </div>
  )
}
