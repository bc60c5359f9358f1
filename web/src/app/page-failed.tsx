import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, NetworkError } from '#lib/api.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { texts } from './texts.ts'

/** Shown in the place of a page that broke. The frame round it goes on working. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isTold = error instanceof ApiError || error instanceof NetworkError
  return (
    <FailedState title={texts.pageFailed} cause={isTold ? error.message : texts.pageFailedUnknown} onRetry={reset} />
  )
}
