/** What was uploaded to the own company, and where it is used. Loading, failed, empty, full. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Music } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatBytes, formatExactMoment, formatMoment } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useFocusAfterRow } from '#lib/use-focus-after-row.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { ownUploads, type Upload, type UploadUse, useDeleteUpload } from '../queries.ts'
import { texts } from '../texts.ts'

const ROW = 'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-b-0'
const USES_SHOWN = 3

export function UploadList() {
  const list = useInfiniteQuery(ownUploads())
  const [chosen, setChosen] = useState<Upload | null>(null)
  const remove = useDeleteUpload()
  const whole = useRef<HTMLDivElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const keepFocus = useFocusAfterRow(whole, note)
  const confirm = (upload: Upload): void =>
    remove.mutate(upload.id, {
      onSuccess: () => toast(texts.removed),
      onError: (error) => showFailure(texts.notRemoved, error.message),
      onSettled: () => setChosen(null),
    })
  return (
    <div ref={whole} {...keepFocus}>
      <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
        {(data) => {
          const uploads = data.pages.flatMap(({ rows }) => rows)
          if (uploads.length === 0)
            return (
              <p ref={note} tabIndex={-1} className="text-note text-ink-3">
                {texts.empty}
              </p>
            )
          return (
            <>
              <ul aria-label={texts.list} className="-mt-2.5">
                {uploads.map((upload) => (
                  <Row key={upload.id} upload={upload} onDelete={() => setChosen(upload)} />
                ))}
              </ul>
              <MoreButton className="mt-3" list={list}>
                {texts.more}
              </MoreButton>
              <p ref={note} tabIndex={-1} className="mt-3 text-note text-ink-3" role="status">
                {texts.total(data.pages[0]?.total ?? uploads.length)}
              </p>
            </>
          )
        }}
      </QueryView>
      {chosen ? (
        <ConfirmDialog
          onClose={() => setChosen(null)}
          title={texts.confirm(nameOf(chosen))}
          description={texts.confirmDescription}
          confirmLabel={texts.remove}
          busy={remove.isPending}
          busyLabel={texts.busy}
          danger
          onConfirm={() => confirm(chosen)}
        />
      ) : null}
    </div>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-40', 'w-52'].map((width) => (
    <div key={width} className={ROW} data-skeleton="">
      {isLate ? <Skeleton className={`h-3 ${width}`} /> : null}
    </div>
  ))

const nameOf = ({ name }: Upload): string => name || texts.unnamed

function Row({ upload, onDelete }: { upload: Upload; onDelete: () => void }) {
  const now = useNow()
  const noteId = useId()
  const { kind, url, bytes, width, height, createdAt, uploadedBy, uses } = upload
  // A frozen report has the bytes of its logo.
  const isNeeded = uses.some((use) => use.kind !== 'report')
  const name = nameOf(upload)
  const size = width === null ? formatBytes(bytes) : `${width} × ${height}, ${formatBytes(bytes)}`
  return (
    <li className={ROW}>
      <span
        className="grid size-10 flex-none place-content-center overflow-hidden rounded-control bg-sunken text-ink-3"
        aria-hidden="true"
      >
        {kind === 'image' ? (
          <Picture src={url} sizes="40px" width={40} height={40} className="size-10 object-cover" />
        ) : (
          <Music />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <b className="block truncate text-label font-strong" dir="auto">
          {name}
        </b>
        <p className="mt-0.5 text-note break-words text-ink-3" title={formatExactMoment(createdAt)}>
          {size}, {formatMoment(createdAt, now)}, {uploadedBy === null ? texts.fromOutside : texts.by(uploadedBy)}
        </p>
        <Uses uses={uses} />
        {isNeeded ? (
          <p id={noteId} className="text-note text-ink-3">
            {texts.inUse}
          </p>
        ) : null}
      </div>
      <Button
        size="small"
        aria-label={texts.removeOf(name)}
        aria-describedby={isNeeded ? noteId : undefined}
        disabled={isNeeded}
        onClick={onDelete}
      >
        {texts.remove}
      </Button>
    </li>
  )
}

function Uses({ uses }: { uses: readonly UploadUse[] }) {
  if (uses.length === 0) return <p className="mt-0.5 text-note text-ink-3">{texts.unused}</p>
  const more = uses.length - USES_SHOWN
  return (
    <ul className="mt-0.5 text-note text-ink-2">
      {uses.slice(0, USES_SHOWN).map((use) => (
        <li key={`${use.kind} ${use.id}`} className="truncate py-1" dir="auto">
          <Use use={use} />
        </li>
      ))}
      {more > 0 ? <li className="py-1">{texts.moreUses(more)}</li> : null}
    </ul>
  )
}

function Use({ use }: { use: UploadUse }) {
  const words = texts.use(use)
  const maySeeLinks = useSession().user?.role !== 'basic'
  if (use.kind === 'post')
    return (
      <Link to="/" search={{ post: use.id }} className="link">
        {words}
      </Link>
    )
  if (use.kind === 'reel' || use.kind === 'render')
    return (
      <Link to="/reel-maker" search={{ record: use.id }} className="link">
        {words}
      </Link>
    )
  if (use.kind === 'schedule' || use.kind === 'report')
    return (
      <Link to="/reports" className="link">
        {words}
      </Link>
    )
  if (use.kind === 'link' && maySeeLinks)
    return (
      <Link to="/reports" search={{ tab: 'links' }} className="link">
        {words}
      </Link>
    )
  return words
}
