/** 'Available Reel Folders', the left column: all folders, in their four faces. Only those in sight are in the page; further pages come with the way down. */
import './drive-imports.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { folderPages, useReadAgain } from '../queries.ts'
import { failureText, foldersOf, isNotConnected } from '../rules.ts'
import { texts } from '../texts.ts'
import { FolderRows } from './folder-rows.tsx'
import { FoldersSkeleton } from './folders-skeleton.tsx'
import { Note } from './note.tsx'

interface FolderListProps {
  readonly selectedId: string | null
  /** Of a folder on this server, where the folders are put. */
  readonly path: string | null
  /** The connection has ended since. */
  readonly onLost: () => void
}

export function FolderList({ selectedId, path, onLost }: FolderListProps) {
  const list = useInfiniteQuery(folderPages())
  const again = useReadAgain()
  const late = useDelayed(list.isPending)
  const folders = useMemo(() => foldersOf(list.data?.pages ?? []), [list.data])
  const first = list.data?.pages[0]
  const about = first?.rows
  const total = first?.total ?? folders.length
  const isLost = isNotConnected(list.error)
  useEffect(() => {
    if (isLost) onLost()
  }, [isLost, onLost])
  const isEmpty = list.data !== undefined && folders.length === 0
  return (
    <section aria-labelledby="folders-heading" className="min-w-0">
      <div className="mb-3 flex min-h-8 items-center justify-between gap-3">
        <h2 id="folders-heading" className="text-section">
          {texts.folders.title}
        </h2>
        <span className="flex items-center gap-2 text-label text-ink-3" role="status">
          {about?.isReading ? <Wheel spinning /> : null}
          {about?.isReading
            ? texts.folders.reading
            : folders.length > 0
              ? texts.folders.shown(formatWhole(folders.length), formatWhole(total))
              : ''}
        </span>
      </div>
      {about?.problem ? (
        <Stale problem={about.problem} readAt={about.readAt} busy={again.isPending} onAgain={() => again.mutate()} />
      ) : null}
      {list.isPending ? <FoldersSkeleton shown={late} /> : null}
      {list.error && !list.data && !isLost ? (
        <Panel>
          <QueryFailed title={texts.folders.failed} cause={failureText(list.error)} query={list} />
        </Panel>
      ) : null}
      {isEmpty && !about?.isReading ? (
        <Panel>
          <EmptyState
            title={texts.folders.empty}
            text={path === null ? texts.folders.emptyNext : texts.folders.emptyHere}
            actions={
              path === null ? null : (
                <code className="text-caption max-w-full py-0.5 px-1.5 rounded-badge bg-sunken font-mono text-ink-2 wrap-anywhere">
                  {path}
                </code>
              )
            }
          />
        </Panel>
      ) : null}
      {isEmpty && about?.isReading ? <FoldersSkeleton shown /> : null}
      {folders.length > 0 ? <FolderRows list={list} folders={folders} total={total} selectedId={selectedId} /> : null}
    </section>
  )
}

interface StaleProps {
  readonly problem: string
  readonly readAt: string | null
  readonly busy: boolean
  readonly onAgain: () => void
}

/** What is shown is older than it should be, and why. */
function Stale({ problem, readAt, busy, onAgain }: StaleProps) {
  const now = useNow()
  return (
    <Note tone="amber" className="mb-3" role="status">
      <TriangleAlert aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {problem} {readAt === null ? '' : texts.folders.stale(formatMoment(readAt, now))}
      </p>
      <Button size="small" busy={busy} onClick={onAgain}>
        {texts.folders.tryAgain}
      </Button>
    </Note>
  )
}
