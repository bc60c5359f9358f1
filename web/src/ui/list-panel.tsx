/** A panel that shows a query in its four states: loading, failed, empty, full. */
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { FailedState } from './failed-state.tsx'
import { Panel } from './panel.tsx'
import { Skeleton, useDelayed } from './skeleton.tsx'

interface ListPanelProps<Data> {
  /** As TanStack Query answers it. */
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly texts: { readonly loading: string; readonly failed: string; readonly empty: string }
  readonly isEmpty: (data: Data) => boolean
  /** What it is about, where no heading says so. */
  readonly label?: string
  readonly children: (data: Data) => ReactNode
}

export function ListPanel<Data>({ query, texts, isEmpty, label, children }: ListPanelProps<Data>) {
  const late = useDelayed(query.isPending)
  const { data } = query
  return (
    <Panel aria-label={label}>
      {query.isPending ? <Loading words={late ? texts.loading : ''} /> : null}
      {query.error && data === undefined ? (
        <FailedState
          title={texts.failed}
          cause={query.error.message}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {data === undefined ? null : isEmpty(data) ? <EmptyState text={texts.empty} /> : children(data)}
    </Panel>
  )
}

function Loading({ words }: { words: string }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {words}
      </p>
      {['w-60', 'w-80', 'w-52'].map((width) => (
        <div key={width} className="flex h-13 items-center border-b border-line px-4 last:border-b-0 desk:px-5">
          {words ? <Skeleton className={`h-3 max-w-full ${width}`} /> : null}
        </div>
      ))}
    </div>
  )
}
