/**
 * Capacity first, then the sources of figures by usefulness, then everything else. Loading, failed, full; there is always at least one.
 * What has something of unknown height above it is not shown before that is there: then nothing moves.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Capacity, type Connection, connectionList, readingCapacity } from '../queries.ts'
import { texts } from '../texts/services.ts'
import { CapacityPanel } from './capacity-panel.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { ConnectionRow } from './connection-row.tsx'

interface ConnectionListProps {
  readonly onImport: () => void
  /** Between the sources of figures and everything else. */
  readonly children?: ReactNode
}

export function ConnectionList({ onImport, children }: ConnectionListProps) {
  const list = useQuery(connectionList())
  const { data: capacity, isPending: isCounting } = useQuery(readingCapacity())
  const pickConnections = (connections: readonly Connection[], isFigures: boolean) =>
    connections.filter(({ name }) => isFigures === (name === 'graph' || name === 'apify') && name !== 'import')
  const isAnyConnected = list.data?.some(
    ({ name, state }) => (name === 'graph' || name === 'apify') && state === 'connected',
  )
  return (
    <div className="@container">
      <CapacityPanel />
      <div
        className={`@min-[1600px]:grid @min-[1600px]:grid-cols-[minmax(0,1fr)_760px] @min-[1600px]:gap-x-8 ${isCounting ? 'invisible' : ''}`}
      >
        <div className="min-w-0">
          <Heading hint={texts.figuresHint}>{texts.figures}</Heading>
          <Panel aria-label={texts.list}>
            <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
              {(connections) => (
                <ul>
                  {pickConnections(connections, true).map((connection, index) => (
                    <ConnectionCard
                      key={connection.name}
                      connection={connection}
                      number={index + 1}
                      source={capacity?.sources.find(({ name }) => name === connection.name)}
                      isOpenAtFirst={index === 0 && !isAnyConnected && connection.state === 'not_connected'}
                    />
                  ))}
                  <ByHand files={capacity?.sources.find(({ name }) => name === 'import')} onImport={onImport} />
                </ul>
              )}
            </QueryView>
          </Panel>
        </div>
        <div className={`min-w-0 ${list.isPending ? 'invisible' : ''}`}>
          {children}
          {list.data ? (
            <>
              <Heading hint={texts.othersHint}>{texts.others}</Heading>
              <Panel>
                <ul>
                  {pickConnections(list.data, false).map((connection) => (
                    <ConnectionCard key={connection.name} connection={connection} />
                  ))}
                </ul>
              </Panel>
            </>
          ) : null}
        </div>
      </div>
    </div>
  )
}

const Heading = ({ hint, children }: { hint: string; children: string }) => (
  <div className="mt-8 mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
    <h2 className="text-section">{children}</h2>
    <span className="text-label text-ink-2">{hint}</span>
  </div>
)

/** What works without any source: files, and figures that are typed in. */
function ByHand({ files, onImport }: { files: Capacity['sources'][number] | undefined; onImport: () => void }) {
  const now = useNow()
  const note = files?.lastReadAt
    ? texts.readAt(texts.accounts(formatWhole(files.accounts), files.accounts), formatMoment(files.lastReadAt, now))
    : ''
  return (
    <>
      <ConnectionRow
        id="connection-files"
        mark={3}
        {...texts.files}
        state="good"
        status={texts.alwaysOn}
        statusNote={note}
        capacity={[texts.noLimit, texts.fileSize]}
        actions={
          <Button size="small" onClick={onImport}>
            {texts.importData}
          </Button>
        }
      />
      <ConnectionRow
        id="connection-typed"
        mark={4}
        {...texts.typed}
        state="good"
        status={texts.alwaysOn}
        statusNote=""
        actions={
          <Link to="/admin" search={{ tab: 'accounts' }} className="button" data-size="small">
            {texts.typeFigures}
          </Link>
        }
      />
    </>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-80', 'w-64', 'w-72', 'w-60'].map((width) => (
    <div key={width} className="h-17 border-b border-line px-4 py-4 last:border-b-0 desk:px-5" data-skeleton="">
      {isLate ? (
        <>
          <Skeleton className="h-3 w-44" />
          <Skeleton className={`mt-2.5 h-3 max-w-full ${width}`} />
        </>
      ) : null}
    </div>
  ))
