/** A panel that shows a list in its four states: loading, failed, empty, full. */
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Panel } from './panel.tsx'
import { QueryView, type QueryViewProps } from './query-view.tsx'
import { Skeleton } from './skeleton.tsx'

interface ListPanelProps<Data> {
  readonly query: QueryViewProps<Data>['query']
  readonly texts: { readonly loading: string; readonly failed: string; readonly empty: string }
  readonly isEmpty: (data: Data) => boolean
  readonly children: (data: Data) => ReactNode
}

export function ListPanel<Data>({ query, texts, isEmpty, children }: ListPanelProps<Data>) {
  return (
    <Panel>
      <QueryView query={query} texts={texts} skeleton={renderSkeleton}>
        {(data) => (isEmpty(data) ? <EmptyState text={texts.empty} /> : children(data))}
      </QueryView>
    </Panel>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-60', 'w-80', 'w-52'].map((width) => (
    <div key={width} className="flex h-13 items-center border-b border-line px-4 last:border-b-0 desk:px-5">
      {isLate ? <Skeleton className={`h-3 max-w-full ${width}`} /> : null}
    </div>
  ))
