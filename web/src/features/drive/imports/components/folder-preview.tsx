/** The right column: the folder that is selected, all its images, how its import goes, and the way to import it. */
import type { ReelFolder } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiError } from '#lib/api.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { folderDetail } from '../queries.ts'
import { failureText, formatDayOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { FolderImages } from './folder-images.tsx'
import { ImportOutcome } from './import-outcome.tsx'

interface FolderPreviewProps {
  readonly folderId: string | null
  readonly onImport: (folder: ReelFolder) => void
}

export function FolderPreview({ folderId, onImport }: FolderPreviewProps) {
  const section = useRef<HTMLElement>(null)
  // As in the classes below: it is above the list there, and the user may have scrolled far down.
  const isAbove = useMediaQuery('(max-width: 1079.98px)')
  useEffect(() => {
    if (isAbove && folderId !== null) section.current?.scrollIntoView({ block: 'start' })
  }, [isAbove, folderId])
  return (
    <section
      ref={section}
      aria-labelledby="preview-heading"
      className="-order-1 min-w-0 max-broad:data-empty:hidden broad:sticky broad:top-[calc(var(--bar-height)+24px)] broad:order-0"
      data-empty={folderId === null ? '' : undefined}
    >
      <h2 id="preview-heading" className="mb-3 flex min-h-8 items-center text-section">
        {texts.preview.title}
      </h2>
      <Panel className="overflow-clip broad:flex broad:max-h-[calc(100vh-92px)] broad:flex-col">
        {folderId === null ? (
          <EmptyState title={texts.preview.none} text={texts.preview.noneNext} />
        ) : (
          <Selected key={folderId} folderId={folderId} onImport={onImport} />
        )}
      </Panel>
    </section>
  )
}

function Selected({ folderId, onImport }: { folderId: string; onImport: FolderPreviewProps['onImport'] }) {
  const { data: folder, error, isPending, isFetching, refetch } = useQuery(folderDetail(folderId))
  const late = useDelayed(isPending)
  if (isPending) return <Loading shown={late} />
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone) return <EmptyState title={texts.preview.gone} text={texts.preview.goneNext} />
  if (!folder)
    return (
      <QueryFailed title={texts.preview.failed} cause={failureText(error)} query={{ error, isFetching, refetch }} />
    )
  return <Folder folder={folder} onImport={() => onImport(folder)} />
}

function Folder({ folder, onImport }: { folder: ReelFolder; onImport: () => void }) {
  const { name, description, images, isPublished, place } = folder
  const isRunning = folder.import?.state === 'running'
  const isDone = folder.import?.state === 'done'
  return (
    <>
      <div className="flex flex-wrap items-start gap-y-3 gap-x-4 pt-4 pr-4 pb-3.5 pl-(--panel-padding) border-b border-line">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-panel break-words" dir="auto">
            {name}
          </h3>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {isPublished ? (
              <Badge tone="good">{texts.preview.published}</Badge>
            ) : (
              <Badge variant="outline">{texts.preview.unpublished}</Badge>
            )}
            {images.length > 0 ? <Badge tone="purple">{texts.preview.reel}</Badge> : null}
          </p>
        </div>
        {isDone && folder.import?.recordId ? (
          <Link className="button" to="/reel-maker" search={{ record: folder.import.recordId }}>
            {texts.preview.openReel}
          </Link>
        ) : (
          <Button
            variant="primary"
            icon={<Download />}
            disabled={images.length === 0}
            busy={isRunning}
            busyLabel={texts.preview.importing}
            onClick={onImport}
          >
            {texts.preview.import}
          </Button>
        )}
      </div>
      <div className="px-(--panel-padding) pt-3.5 pb-5 broad:overflow-y-auto">
        <p className={`text-label whitespace-pre-line break-words ${description ? '' : 'text-ink-3'}`} dir="auto">
          {description ?? texts.folders.noDescription}
        </p>
        <p className="mt-1 text-caption text-ink-3">
          {texts.preview.created(formatDayOf(folder.createdTime))}
          {place === null ? null : ` · ${texts.preview.place(place)}`}
        </p>
        <ImportOutcome folder={folder} />
        <FolderImages folder={folder} />
      </div>
    </>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <div className={`p-5 ${shown ? '' : 'invisible'}`} aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.preview.loading : ''}
      </p>
      <Skeleton className="h-3.5 w-48" />
      <Skeleton className="mt-3 h-5 w-24" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2 mt-10">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="drive-picture" />
        ))}
      </div>
    </div>
  )
}
