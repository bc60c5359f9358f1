/** The backups in the data folder, one being made, and how one is put back. Four faces. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Save, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatBytes, formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { showFailure } from '#ui/toast.tsx'
import { DrillList } from '../../backup-drills/components/drill-list.tsx'
import { drillList } from '../../backup-drills/queries.ts'
import { type Backups, backupList, useMakeBackup } from '../queries.ts'
import { texts } from '../texts.ts'

/** With the drills that try them. */
export function BackupsPart() {
  return (
    <>
      <BackupList />
      <DrillList />
    </>
  )
}

function BackupList() {
  const list = useQuery(backupList())
  return (
    <section aria-labelledby="backups-heading">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="backups-heading" className="flex-1 text-section">
          {texts.title}
        </h2>
        {list.data ? <Make making={list.data.making} /> : null}
      </div>
      <p className="mt-1 mb-3 max-w-[60ch] text-label text-ink-2">{texts.note}</p>
      <News backups={list.data} />
      <div className="mt-3">
        <ListPanel query={list} texts={texts} isEmpty={({ files }) => files.length === 0}>
          {({ files }) => <Files files={files} />}
        </ListPanel>
      </div>
      <p className="mt-4 max-w-[60ch] text-label text-ink-2">
        {texts.restore} <code className="font-mono whitespace-nowrap text-ink">{texts.restoreCommand}</code>
        <span className="mt-1 block text-note text-ink-3">{texts.key}</span>
      </p>
    </section>
  )
}

function Make({ making }: { making: number | null }) {
  const make = useMakeBackup()
  return (
    <Button
      size="small"
      variant="primary"
      icon={<Save />}
      busy={make.isPending || making !== null}
      busyLabel={texts.making}
      onClick={() =>
        make.mutate(undefined, {
          onError: (error) => showFailure(texts.makeFailed, error.message),
        })
      }
    >
      {texts.make}
    </Button>
  )
}

/** How far it is, and how it ended. */
function News({ backups }: { backups: Backups | undefined }) {
  const client = useQueryClient()
  const making = backups?.making ?? null
  const [isDone, setIsDone] = useState(false)
  const was = useRef(making)
  useEffect(() => {
    if (was.current !== null && making === null) {
      setIsDone(true)
      // There is one to try now.
      void client.invalidateQueries({ queryKey: drillList().queryKey })
    }
    if (making !== null) setIsDone(false)
    was.current = making
  }, [making, client])
  return (
    <>
      {making === null ? null : (
        <div className="mb-3 flex items-center gap-3 text-note text-ink-2">
          <span className="w-10 flex-none tabular-nums">{`${Math.round(making * 100)}%`}</span>
          <span className="min-w-0 flex-1">
            <Progress value={making} label={texts.progress} />
          </span>
        </div>
      )}
      {backups?.failure ? (
        <p role="alert" className="mb-3 flex gap-2 text-label text-bad">
          <TriangleAlert className="mt-0.5" />
          {texts.lastFailed(backups.failure)}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {isDone && !backups?.failure ? texts.done : ''}
      </p>
    </>
  )
}

function Files({ files }: { files: Backups['files'] }) {
  const now = useNow()
  return (
    <ul aria-label={texts.caption}>
      {files.map(({ name, kind, bytes, madeAt }) => (
        <li
          key={name}
          className="grid items-center gap-x-6 gap-y-1 border-b border-line px-4 py-3 text-table last:border-b-0 max-desk:grid-cols-[minmax(0,1fr)_auto] desk:grid-cols-[minmax(0,1fr)_176px_88px_112px] desk:px-5"
        >
          <code className="min-w-0 font-mono break-all max-desk:col-span-2">{name}</code>
          <span>
            <Badge tone={kind === 'whole' ? 'good' : 'slate'}>{texts.kinds[kind]}</Badge>
          </span>
          <span className="tabular-nums desk:text-right">{formatBytes(bytes)}</span>
          <span className="text-ink-2 max-desk:text-note max-desk:text-ink-3" title={formatExactMoment(madeAt)}>
            {formatMoment(madeAt, now)}
          </span>
        </li>
      ))}
    </ul>
  )
}
