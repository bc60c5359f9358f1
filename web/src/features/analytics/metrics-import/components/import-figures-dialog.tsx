/** 'Import data': a file of figures, its way to the server, what importing it would do, and what became of every row. */
import type { ImportPreview } from '@tangelo/contract'
import type { ComponentProps } from 'react'
import { formatBytes, formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Dropzone } from '#ui/dropzone.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { hindranceIn } from '../rules.ts'
import { texts } from '../texts.ts'
import { Preview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import { saveTemplate, type TemplateName } from './templates.ts'
import { type ImportState, useImport } from './use-import.ts'

interface ImportDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** An import goes on when the dialog is closed; a toast then shows its end. What was not imported is given up. */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  // spec §5: the company of the user, or 1.
  const companyId = useSession().user?.companyId ?? 1
  const run = useImport(open, companyId)
  const { state } = run
  const close = (): void => {
    onOpenChange(false)
    run.discard()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={state.step === 'done' ? texts.resultTitle : texts.title}
      description={descriptionOf(state)}
      footer={footerOf(state, { ...run, close })}
    >
      <Step state={state} run={run} />
    </Dialog>
  )
}

function descriptionOf(state: ImportState): string {
  if (state.step === 'done') return state.file.name
  return state.step === 'preview' ? texts.previewDescription : texts.description
}

function Step({ state, run }: { state: ImportState; run: ReturnType<typeof useImport> }) {
  switch (state.step) {
    case 'choose':
      return (
        <>
          <Dropzone
            label={texts.drop}
            hint={texts.dropHint}
            onFiles={([file]) => file && run.start(file)}
            error={state.error}
          />
          {state.note ? (
            <p className="mb-2 text-label text-ink-2" role="status">
              {texts.cancelled}
            </p>
          ) : null}
          <Formats />
        </>
      )
    case 'sending': {
      const { file, sent } = state
      const bytes = texts.uploaded(formatBytes(Math.round(sent * file.size)), formatBytes(file.size))
      return <Running value={sent} title={texts.uploading(file.name)} detail={bytes} />
    }
    case 'reading':
      return <Running value={state.progress} title={texts.processing(state.file.name)} detail="" />
    case 'preview':
      return (
        <Preview
          preview={state.preview}
          isStale={state.isStale}
          onCompany={run.intoCompany}
          onColumns={run.setColumns}
          onAnother={run.discard}
        />
      )
    case 'importing': {
      const { file, rows, progress } = state
      const detail = rows > 0 ? texts.rows(formatWhole(rows), rows) : ''
      return <Running value={progress} title={texts.importing(file.name)} detail={detail} note={texts.leave} />
    }
    case 'failed':
      return (
        <div className="py-2" role="alert">
          <h3 className="text-panel">{texts.failedTitle}</h3>
          <p className="mt-1 text-table break-words text-ink-2">{state.cause}</p>
        </div>
      )
    case 'done':
      return <ImportReport result={state.result} />
  }
}

/** What a file may be, in few words. */
function Formats() {
  const { apify, apifyHint, csv, csvHint, csvHeader, posts, postsHint, postsHeader } = texts.formats
  return (
    <dl className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-label">
      <Format name={apify} hint={apifyHint} template="profiles" />
      <Format name={csv} hint={csvHint} header={csvHeader} template="figures" />
      <Format name={posts} hint={postsHint} header={postsHeader} template="posts" />
    </dl>
  )
}

interface FormatProps {
  readonly name: string
  readonly hint: string
  readonly header?: string
  readonly template: TemplateName
}

function Format({ name, hint, header, template }: FormatProps) {
  return (
    <div>
      <dt className="flex items-baseline justify-between gap-3 font-medium">
        {name}
        <button
          type="button"
          className="link min-h-6 text-note"
          aria-label={texts.templateOf(name)}
          onClick={() => saveTemplate(template)}
        >
          {texts.template}
        </button>
      </dt>
      <dd className="text-ink-2">
        {hint}
        {header ? (
          <code className="mt-1.5 block rounded-control [overflow-wrap:anywhere] border border-line bg-sunken px-2.5 py-2 font-mono text-caption text-ink">
            {header}
          </code>
        ) : null}
      </dd>
    </div>
  )
}

interface RunningProps {
  value: number
  title: string
  detail: string
  note?: string
}

function Running({ value, title, detail, note }: RunningProps) {
  const percent = `${Math.floor(value * 100)}%`
  return (
    <div className="grid grid-cols-[32px_minmax(0,1fr)] items-center gap-4 py-4">
      <Wheel progress={value} className="size-8" />
      <div>
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <b className="truncate font-[550]">{title}</b>
          <b className="text-label font-strong">{percent}</b>
        </div>
        <Progress value={value} label={title} />
        <p className="mt-2 min-h-4 text-caption text-ink-3">{[detail, note].filter(Boolean).join('. ')}</p>
      </div>
    </div>
  )
}

interface Actions {
  run: () => void
  cancel: () => void
  close: () => void
  discard: () => void
  start: (file: File) => void
}

function footerOf(
  state: ImportState,
  { run, cancel, close, discard, start }: Actions,
): ComponentProps<typeof Dialog>['footer'] {
  switch (state.step) {
    case 'choose':
    case 'importing':
      return null
    case 'sending':
    case 'reading':
      return <Button onClick={cancel}>{texts.cancel}</Button>
    case 'preview': {
      if (hindranceIn(state.preview) !== null && !state.isStale)
        return <Button onClick={close}>{texts.preview.close}</Button>
      return (
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" busy={state.isStale} busyLabel={texts.preview.reading} onClick={run}>
            {importLabel(state.preview)}
          </Button>
        </>
      )
    }
    case 'failed':
      return (
        <>
          <Button onClick={discard}>{texts.another}</Button>
          <Button variant="primary" onClick={() => start(state.file)}>
            {texts.retry}
          </Button>
        </>
      )
    case 'done':
      return (
        <>
          <Button onClick={discard}>{texts.another}</Button>
          <Button variant="primary" onClick={close}>
            {texts.done}
          </Button>
        </>
      )
  }
}

/** How much is stored by it. */
function importLabel({ snapshots, posts }: ImportPreview): string {
  if (snapshots > 0) return texts.preview.importDays(formatWhole(snapshots), snapshots)
  return texts.preview.importPosts(formatWhole(posts), posts)
}
