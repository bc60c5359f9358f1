import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, NetworkError } from '#lib/api.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { texts } from './texts.ts'

/** Shown in the place of a page that broke. The frame round it goes on working. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isTold = error instanceof ApiError || error instanceof NetworkError
  const failure = isTold ? error : navigator.onLine ? undefined : new NetworkError(error)
  return (
    <FailedState
      title={texts.pageFailed}
      cause={failure?.message ?? texts.pageFailedUnknown}
      onRetry={isTold ? reset : startOver}
    />
  )
}

/**
 * A page that broke, or could not be fetched because a newer build took its place, comes back whole with a fresh one. Not
 * while offline: the browser's own error page would take the place of all.
 */
function startOver(): void {
  if (navigator.onLine) location.reload()
}
