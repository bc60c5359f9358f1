/** Says that the next page of a list could not be fetched, and tries again; is there only then. */
import type { PagedQuery } from '#lib/load-more.ts'
import { Button } from './button.tsx'

interface MoreFailedProps {
  readonly list: PagedQuery
  readonly text: string
  readonly className?: string
}

export function MoreFailed({ list, text, className = '' }: MoreFailedProps) {
  return list.isFetchNextPageError ? (
    <span className={`flex items-center gap-2 ${className}`} role="alert">
      {text}
      <Button size="small" onClick={() => void list.fetchNextPage()} busy={list.isFetchingNextPage}>
        Try Again
      </Button>
    </span>
  ) : null
}
