/** A query in its states: a late skeleton while it loads, a failure with a retry, its data. An empty state is the caller's. */
import type { ReactNode } from 'react'
import { QueryFailed } from './failed-state.tsx'
import { useDelayed } from './skeleton.tsx'

export interface QueryViewProps<Data> {
  /** As TanStack Query returns it. */
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly texts: { readonly loading: string; readonly failed: string }
  /** `isLate`: loading takes long enough for grey shapes; before that, only their space is kept. */
  readonly skeleton: (isLate: boolean) => ReactNode
  readonly children: (data: Data) => ReactNode
}

export function QueryView<Data>({ query, texts, skeleton, children }: QueryViewProps<Data>) {
  const isLate = useDelayed(query.isPending)
  if (query.isPending) {
    return (
      <div aria-busy="true">
        <p className="sr-only" role="status">
          {isLate ? texts.loading : ''}
        </p>
        {skeleton(isLate)}
      </div>
    )
  }
  if (query.data === undefined) {
    return <QueryFailed title={texts.failed} query={query} />
  }
  return children(query.data)
}
