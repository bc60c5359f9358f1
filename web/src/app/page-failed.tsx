import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, NetworkError } from '#lib/api.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { texts } from './texts.ts'

/** How Chromium, Firefox, Safari and Vite say that a file of the page did not arrive. */
const NOT_FETCHED = /imported module|module script|preload CSS/

/** Shown in the place of a page that broke. The frame round it goes on working. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isTold = error instanceof ApiError || error instanceof NetworkError
  const isCutOff = !navigator.onLine && NOT_FETCHED.test(String(error))
  const failure = isTold ? error : isCutOff ? new NetworkError(error) : undefined
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
