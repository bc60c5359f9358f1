/** The files of the chosen accounts, each kind as one file. */
import type { ListedAccount } from '@tangelo/contract'
import { EXPORTS, type ExportFormat, type ExportName } from '@tangelo/contract/limits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { download } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { Popover } from '#ui/popover.tsx'
import { Progress } from '#ui/progress.tsx'
import { showFailure } from '#ui/toast.tsx'
import { FileChoices } from '../../export/components/file-choices.tsx'
import type { ExportChoice } from '../../export/queries.ts'
import { joinFiles } from '../../export/rules.ts'
import { texts as files } from '../../export/texts.ts'
import { texts } from '../texts.ts'

interface ExportSelectedProps {
  readonly accounts: readonly ListedAccount[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

interface Running extends ExportChoice {
  readonly done: number
}

export function ExportSelected({ accounts, anchor, onClose }: ExportSelectedProps) {
  const [running, setRunning] = useState<Running | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  // The rows of an analysis do not name their account: it is a file of one account only.
  const kinds = EXPORTS.filter((what) => what !== 'analysis' || accounts.length === 1)

  const start = async (what: ExportName, format: ExportFormat): Promise<void> => {
    const { signal } = stop.current
    const [first] = accounts
    if (!first) return
    try {
      const texts: string[] = []
      for (const { id } of accounts) {
        setRunning({ what, format, done: texts.length })
        const file = await download('GET /api/accounts/:accountId/export', {
          params: { accountId: id },
          query: { what, format },
        })
        texts.push(await file.text())
        if (signal.aborted) return
      }
      const name = accounts.length === 1 ? first.username : 'accounts'
      saveFile(
        new Blob([texts.length === 1 ? (texts[0] ?? '') : joinFiles(texts, format)]),
        `${name}-${what}.${format}`,
      )
      onClose()
    } catch (error) {
      if (!signal.aborted) showFailure(texts.export.failed, error instanceof Error ? error.message : undefined)
    } finally {
      if (!signal.aborted) setRunning(null)
    }
  }
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.export.title} align="center">
      <FileChoices kinds={kinds} running={running ?? undefined} onChoose={(what, format) => void start(what, format)} />
      <div className="border-t border-line px-5 pt-2.5 pb-3 text-caption text-ink-3 max-desk:px-4">
        {running && accounts.length > 1 ? (
          <>
            <p className="mb-2">{texts.export.progress(running.done, accounts.length)}</p>
            <Progress value={running.done / accounts.length} label={texts.export.title} />
          </>
        ) : (
          <p>{accounts.length > 1 ? texts.export.hint : files.hint}</p>
        )}
      </div>
    </Popover>
  )
}
