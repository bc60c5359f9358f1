/** How much room there is, what takes it up, and what runs here. Loading, failed, full; never empty. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '#lib/format.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { type SystemReport, systemReport } from '../queries.ts'
import { texts } from '../texts.ts'
import { GuessedUsers } from './guessed-users.tsx'
import { NodeTable } from './node-table.tsx'
import { Versions } from './versions.tsx'

/** Less than this is not enough for a day with large imports. */
const SCARCE_BYTES = 2_000_000_000
const CELL =
  'flex min-h-29 flex-col border-line p-4 desk:p-5 max-desk:[&:nth-child(n+3)]:border-t max-desk:even:border-l desk:[&:not(:first-child)]:border-l'

export function Overview() {
  const report = useQuery(systemReport())
  const late = useDelayed(report.isPending)
  return (
    <>
      {report.isPending ? <Loading shown={late} /> : null}
      {report.error && !report.data ? (
        <Panel>
          <QueryFailed title={texts.failed} query={report} />
        </Panel>
      ) : null}
      {report.data ? (
        <>
          <GuessedUsers users={report.data.guessedUsers} />
          <Warnings report={report.data} />
          <Room report={report.data} />
          <NodeTable nodes={report.data.nodes} />
          <Versions report={report.data} />
        </>
      ) : null}
    </>
  )
}

/** What must be mended soon, worst first. */
function Warnings({ report: { store, warnings } }: { report: SystemReport }) {
  const sentences = [...(store.damage ? [store.damage.message] : []), ...warnings]
  return sentences.map((sentence) => (
    <Panel key={sentence} className="mb-4">
      <Warning>{sentence}</Warning>
    </Panel>
  ))
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 px-4 py-2.5 text-note break-words text-bad desk:px-5">
      <TriangleAlert className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function Room({ report: { disk, store } }: { report: SystemReport }) {
  const used = disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : 0
  const isScarce = disk.freeBytes < SCARCE_BYTES
  return (
    <Panel aria-label={texts.room}>
      <dl className="grid grid-cols-2 desk:grid-cols-4">
        <Cell title={texts.free} bytes={disk.freeBytes} note={texts.ofTotal(formatBytes(disk.totalBytes))}>
          <Progress value={used} label={texts.used} color={isScarce ? 'var(--bad-mark)' : undefined} />
        </Cell>
        <Cell title={texts.store} bytes={store.bytes} note={texts.engines[store.engine]} />
        <Cell
          title={texts.media}
          bytes={disk.mediaBytes}
          note={disk.mediaBytes === null ? texts.mediaElsewhere : texts.mediaNote}
        />
        <Cell title={texts.backups} bytes={disk.backupBytes} />
      </dl>
      {isScarce ? (
        <p role="alert" className="flex gap-2 border-t border-line px-4 py-2.5 text-note text-bad desk:px-5">
          <TriangleAlert className="mt-0.5" />
          {texts.scarce}
        </p>
      ) : null}
    </Panel>
  )
}

interface CellProps {
  readonly title: string
  /** Null where it is not known. */
  readonly bytes: number | null
  readonly note?: string
  readonly children?: ReactNode
}

function Cell({ title, bytes, note, children }: CellProps) {
  return (
    <div className={CELL}>
      <dt className="text-note font-medium text-ink-2 desk:text-label">{title}</dt>
      <dd className="mt-1.5 flex flex-1 flex-col gap-1">
        <b className="text-figure">{bytes === null ? '–' : formatBytes(bytes)}</b>
        <span className="text-note text-ink-3">{note}</span>
        {children ? <span className="mt-auto pt-2">{children}</span> : null}
      </dd>
    </div>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <Panel aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.loading : ''}
      </p>
      <div className="grid grid-cols-2 desk:grid-cols-4" aria-hidden="true" data-skeleton="">
        {[texts.free, texts.store, texts.media, texts.backups].map((title) => (
          <div key={title} className={CELL}>
            {shown ? (
              <>
                <Skeleton className="h-3 w-24 max-w-full" />
                <Skeleton className="mt-4 h-6 w-20" />
              </>
            ) : null}
          </div>
        ))}
      </div>
    </Panel>
  )
}
