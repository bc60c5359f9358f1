import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from '#ui/failed-state.tsx'
import { texts } from './texts.ts'

/** Shown in the place of a page that broke. The frame round it goes on working. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <FailedState
      title={texts.pageFailed}
      cause={error instanceof Error && error.message ? error.message : texts.pageFailedUnknown}
      onRetry={reset}
    />
  )
}
