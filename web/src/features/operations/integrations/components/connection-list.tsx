/** The outside services, one below the other in one panel. Loading, failed, full; there is always at least one. */
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { connectionList } from '../queries.ts'
import { texts } from '../texts.ts'
import { ConnectionCard } from './connection-card.tsx'

export function ConnectionList() {
  const list = useQuery(connectionList())
  return (
    <Panel className="mt-6" aria-label={texts.list}>
      <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
        {(connections) =>
          connections.map((connection) => <ConnectionCard key={connection.name} connection={connection} />)
        }
      </QueryView>
    </Panel>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-80', 'w-64', 'w-72'].map((width) => (
    <div
      key={width}
      className="h-46 border-b border-line px-4 py-5 last:border-b-0 desk:h-37 desk:px-6"
      data-skeleton=""
    >
      {isLate ? (
        <>
          <Skeleton className="h-4 w-44" />
          <Skeleton className={`mt-4 h-3 max-w-full ${width}`} />
          <Skeleton className="mt-2.5 h-3 w-56" />
        </>
      ) : null}
    </div>
  ))
