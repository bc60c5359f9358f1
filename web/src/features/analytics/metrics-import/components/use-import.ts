/** One import from the chosen file to its result: sending, a preview, the import itself, done or failed. */
import type { ImportPreview, ImportResult } from '@tangelo/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { newUuid } from '#lib/random-ids.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { refreshAccounts } from '../../accounts/queries/account.ts'
import { changePreview, importProgress, previewProgress, removePreview, runImport, sendFile } from '../queries.ts'
import { failureText, fileError, importFailureText, recallColumns, rememberColumns } from '../rules.ts'
import { texts } from '../texts.ts'
import { type Columns, type ImportState, idsOf, withColumns, withProgress } from './import-state.ts'

const ASK_AFTER_MS = 500

/** `visible`: whether the dialog is open. The end of an import in a closed dialog is shown by a toast. */
export function useImport(visible: boolean, companyId: number) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const sending = useRef<AbortController>(null)
  /** Only the answer to the latest request counts. */
  const requests = useRef(0)
  const watched = useRef(visible)
  useEffect(() => {
    watched.current = visible
    return () => {
      watched.current = false
      // Also where its page is left.
      sending.current?.abort()
    }
  }, [visible])

  const fail = useCallback((file: File, failure: unknown): void => {
    setState({ step: 'failed', file, cause: failureText(failure) })
  }, [])

  const change = useCallback(
    async (file: File, preview: ImportPreview, options: { companyId?: number; columns?: Columns }): Promise<void> => {
      requests.current += 1
      const own = requests.current
      const { companyId: into = preview.companyId } = options
      const columns = options.columns ?? preview.table?.columns.map(({ holds }) => holds)
      // As chosen, at once: the next choice is sent together with this one.
      setState({ step: 'preview', file, preview: { ...withColumns(preview, columns), companyId: into }, isStale: true })
      try {
        const next = await changePreview(preview.previewId, {
          companyId: into,
          ...(columns ? { columns: [...columns] } : {}),
        })
        if (own === requests.current) setState({ step: 'preview', file, preview: next, isStale: false })
      } catch (failure) {
        if (own === requests.current) fail(file, failure)
      }
    },
    [fail],
  )

  const start = useCallback(
    async (file: File): Promise<void> => {
      const error = fileError(file)
      if (error) return setState({ step: 'choose', error })
      const previewId = newUuid()
      const controller = new AbortController()
      sending.current = controller
      setState({ step: 'sending', file, previewId, sent: 0 })
      const onProgress = (sent: number): void =>
        setState(
          sent < 1 ? { step: 'sending', file, previewId, sent } : { step: 'reading', file, previewId, progress: 0 },
        )
      try {
        const preview = await sendFile(file, previewId, companyId, { onProgress, signal: controller.signal })
        const remembered = recallColumns(preview)
        if (remembered) await change(file, preview, { columns: remembered })
        else setState({ step: 'preview', file, preview, isStale: false })
      } catch (failure) {
        if (controller.signal.aborted) setState({ step: 'choose', note: file.name })
        else fail(file, failure)
      }
    },
    [companyId, change, fail],
  )

  const run = useCallback(
    async (file: File, { previewId, companyId: into, table }: ImportPreview): Promise<void> => {
      setState({ step: 'importing', file, importId: previewId, rows: 0, progress: 0 })
      try {
        const columns = table?.columns.map(({ holds }) => holds)
        const result = await runImport(previewId, { companyId: into, ...(columns ? { columns } : {}) })
        await refreshAccounts(client)
        setState({ step: 'done', file, result })
        if (!watched.current) showDoneToast(result)
      } catch (failure) {
        const cause = importFailureText(failure)
        setState({ step: 'failed', file, cause })
        if (!watched.current) showFailure(texts.failedToast, cause)
      }
    },
    [client],
  )

  const { running, reading } = idsOf(state)
  const imported = useQuery(importProgress(running, useLasting(running)))
  const read = useQuery(previewProgress(reading, useLasting(reading)))
  const shown = withProgress(state, imported.data, read.data?.progress)

  const discard = (): void => {
    sending.current?.abort()
    requests.current += 1
    if (state.step === 'preview') void removePreview(state.preview.previewId)
    if (state.step !== 'importing') setState({ step: 'choose' })
  }

  return {
    state: shown,
    start: (file: File) => void start(file),
    run: () => {
      if (state.step === 'preview' && !state.isStale) void run(state.file, state.preview)
    },
    intoCompany: (id: number) => {
      if (state.step === 'preview') void change(state.file, state.preview, { companyId: id })
    },
    setColumns: (columns: Columns) => {
      if (state.step !== 'preview') return
      rememberColumns(state.preview, columns)
      void change(state.file, state.preview, { columns })
    },
    cancel: () => sending.current?.abort(),
    /** Gives up what is not being imported yet. */
    discard,
  }
}

/** True once it has lasted: a small file is done before it is worth asking about. */
function useLasting(importId: string): boolean {
  const [lasting, setLasting] = useState('')
  useEffect(() => {
    if (importId === '') return
    const timer = window.setTimeout(() => setLasting(importId), ASK_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [importId])
  return importId !== '' && lasting === importId
}

function showDoneToast({ accounts, snapshots, posts, refusedCount }: ImportResult): void {
  const touched = accounts.made + accounts.matched
  const parts = [
    texts.toastAccounts(formatWhole(touched), touched),
    snapshots === 0 && posts > 0
      ? `${formatWhole(posts)} ${texts.posts(posts)}`
      : `${formatWhole(snapshots)} ${texts.snapshots(snapshots)}`,
    ...(refusedCount > 0 ? [texts.toastRefused(formatWhole(refusedCount), refusedCount)] : []),
  ]
  toast({ title: texts.doneToast, description: parts.join(', ') })
}
