/** The further connections of a source, and the way to one more. Loading, failed, none, full. */
import type { ConnectedSource } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { type AddedConnection, addedConnections } from '../queries.ts'
import { texts } from '../texts.ts'
import { AddedConnectionRow } from './added-connection-row.tsx'

const ConnectionDialog = makePreloadable(async () => (await import('./connection-dialog.tsx')).ConnectionDialog)

interface AddedConnectionsProps {
  readonly source: ConnectedSource
  readonly title: string
}

export function AddedConnections({ source, title }: AddedConnectionsProps) {
  const list = useQuery(addedConnections())
  const isLate = useDelayed(list.isPending)
  const [open, setOpen] = useState<{ known: AddedConnection | null } | null>(null)
  const own = list.data?.filter((one) => one.source === source) ?? []
  return (
    <div className="grid gap-2">
      {list.isPending ? (
        <div aria-busy="true">
          <p className="sr-only" role="status">
            {isLate ? texts.loading : ''}
          </p>
          {isLate ? <Skeleton className="h-3 w-72 max-w-full" /> : null}
        </div>
      ) : null}
      {list.error && !list.data ? (
        <p className="text-note break-words text-ink-2" role="alert">
          {texts.failed} {list.error.message}{' '}
          <button type="button" className="link" onClick={() => void list.refetch()}>
            {texts.tryAgain}
          </button>
        </p>
      ) : null}
      {own.length > 0 ? (
        <ul className="rounded-panel border border-line bg-canvas" aria-label={texts.list[source]}>
          {own.map((connection) => (
            <AddedConnectionRow
              key={connection.id}
              connection={connection}
              onEdit={() => setOpen({ known: connection })}
            />
          ))}
        </ul>
      ) : null}
      {list.data ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            size="small"
            variant="quiet"
            className="-ml-2.5"
            icon={<Plus />}
            aria-label={texts.addTo(title)}
            onPointerEnter={ConnectionDialog.preload}
            onFocus={ConnectionDialog.preload}
            onClick={() => setOpen({ known: null })}
          >
            {texts.add}
          </Button>
          {own.length === 0 ? <p className="text-note text-ink-3">{texts.none[source]}</p> : null}
        </div>
      ) : null}
      {open ? <ConnectionDialog source={source} known={open.known} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}
