/** 'Import data': a file of figures, its way to the server, what importing it would do, and what became of every row. */
import { useClient } from '#lib/client.ts'
import { formatBytes, formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Dropzone } from '#ui/dropzone.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { texts } from '../texts.ts'
import { footerOf } from './import-footer.tsx'
import { ImportFormats } from './import-formats.tsx'
import { Preview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import type { ImportState } from './import-state.ts'
import { useImport } from './use-import.ts'

interface ImportDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** An import goes on when the dialog is closed; a toast then shows its end. What was not imported is given up. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const { clientId } = useClient()
  const own = useSession().user?.companyId
  // The client on the screen, else as in spec §5: the company of the user, or 1.
  const companyId = clientId ?? own ?? 1
  const run = useImport(open, companyId)
  const { state } = run
  const close = (): void => {
    onClose()
    run.discard()
  }
  if (!open) return null
  return (
    <Dialog
      onClose={close}
      title={state.step === 'done' ? texts.resultTitle : texts.title}
      description={descriptionOf(state)}
      footer={footerOf(state, { ...run, close })}
      // The second click of a double one hits the outside, where the button was before the dialog became lower.
      isFirm={state.step === 'importing' || state.step === 'done'}
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
          <ImportFormats />
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
