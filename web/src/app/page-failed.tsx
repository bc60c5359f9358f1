import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, NetworkError } from '#lib/api.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { texts } from './texts.ts'

/** Shown in the place of a page that broke. The frame round it goes on working. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isTold = error instanceof ApiError || error instanceof NetworkError
  return (
    <FailedState
      title={texts.pageFailed}
      cause={isTold ? error.message : texts.pageFailedUnknown}
      onRetry={isTold ? reset : startOver}
    />
  )
}

/** A page that broke, or could not be fetched because a newer build took its place, comes back whole with a fresh one. */
function startOver(): void {
  window.location.reload()
}
