/** 'Import data': a file of figures, its way to the server and through it, and what became of every row. */
import { type ComponentProps, useState } from 'react'
import { CompanyField } from '#features/identity/index.ts'
import { formatBytes, formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Dropzone } from '#ui/dropzone.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { texts } from '../texts.ts'
import { ImportReport } from './import-report.tsx'
import { type ImportState, useImport } from './use-import.ts'

interface ImportDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** An import goes on when the dialog is closed; a toast then shows its end. */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const { state, start: send, cancel, reset } = useImport(open)
  // spec §5: the company of the user, or 1.
  const [companyId, setCompanyId] = useState(useSession().user?.companyId ?? 1)
  const start = (file: File): void => send(file, companyId)
  const close = (): void => {
    onOpenChange(false)
    if (state.step === 'done' || state.step === 'failed') reset()
  }
  const footer = footerOf(state, { cancel, close, reset, start })
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={state.step === 'done' ? texts.resultTitle : texts.title}
      description={state.step === 'done' ? state.file.name : texts.description}
      footer={footer}
    >
      {state.step === 'choose' ? (
        <div className="mb-4">
          <CompanyField value={companyId} onChange={(chosen) => setCompanyId(chosen ?? companyId)} />
          <p className="-mt-2 text-caption text-ink-3">{texts.company}</p>
        </div>
      ) : null}
      <Step state={state} onFile={start} />
    </Dialog>
  )
}

function Step({ state, onFile }: { state: ImportState; onFile: (file: File) => void }) {
  switch (state.step) {
    case 'choose':
      return (
        <>
          <Dropzone
            label={texts.drop}
            hint={texts.dropHint}
            onFiles={([file]) => file && onFile(file)}
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
    case 'reading': {
      const { file, rows, progress } = state
      const detail = rows > 0 ? texts.rows(formatWhole(rows), rows) : ''
      return <Running value={progress} title={texts.processing(file.name)} detail={detail} note={texts.leave} />
    }
    case 'failed':
      return (
        <div className="py-2" role="alert">
          <h3 className="text-panel">{texts.failedTitle}</h3>
          <p className="mt-1 text-[13.5px]/[21px] break-words text-ink-2">{state.cause}</p>
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
      <Format name={apify} hint={apifyHint} />
      <Format name={csv} hint={csvHint} header={csvHeader} />
      <Format name={posts} hint={postsHint} header={postsHeader} />
    </dl>
  )
}

function Format({ name, hint, header }: { name: string; hint: string; header?: string }) {
  return (
    <div>
      <dt className="font-[530]">{name}</dt>
      <dd className="text-ink-2">
        {hint}
        {header ? (
          <code className="mt-1.5 block rounded-control [overflow-wrap:anywhere] border border-line bg-sunken px-2.5 py-2 font-mono text-[12px]/[16px] text-ink">
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
  cancel: () => void
  close: () => void
  reset: () => void
  start: (file: File) => void
}

function footerOf(
  state: ImportState,
  { cancel, close, reset, start }: Actions,
): ComponentProps<typeof Dialog>['footer'] {
  switch (state.step) {
    case 'choose':
    case 'reading':
      return null
    case 'sending':
      return <Button onClick={cancel}>{texts.cancel}</Button>
    case 'failed':
      return (
        <>
          <Button onClick={reset}>{texts.another}</Button>
          <Button variant="primary" onClick={() => start(state.file)}>
            {texts.retry}
          </Button>
        </>
      )
    case 'done':
      return (
        <>
          <Button onClick={reset}>{texts.another}</Button>
          <Button variant="primary" onClick={close}>
            {texts.done}
          </Button>
        </>
      )
  }
}
