/** One import from the chosen file to its result: sending, reading on the server, done or failed. */
import type { ImportResult } from '@tangelo/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { toast } from '#ui/toast.tsx'
import { refreshAccounts } from '../../accounts/queries/account.ts'
import { importProgress, sendFile } from '../queries.ts'
import { failureText, fileError } from '../rules.ts'
import { texts } from '../texts.ts'

const ASK_AFTER_MS = 500

export type ImportState =
  | { step: 'choose'; error?: string | undefined; note?: string | undefined }
  | { step: 'sending'; file: File; importId: string; sent: number }
  | { step: 'reading'; file: File; importId: string; rows: number; progress: number }
  | { step: 'done'; file: File; result: ImportResult }
  | { step: 'failed'; file: File; cause: string }

/** `visible`: whether the dialog is open. The end of an import in a closed dialog is shown by a toast. */
export function useImport(visible: boolean) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const sending = useRef<AbortController>(null)
  const watched = useRef(visible)
  useEffect(() => {
    watched.current = visible
    return () => {
      watched.current = false
    }
  }, [visible])

  const start = useCallback(
    async (file: File, companyId: number) => {
      const error = fileError(file)
      if (error) return setState({ step: 'choose', error })
      const importId = crypto.randomUUID()
      const controller = new AbortController()
      sending.current = controller
      setState({ step: 'sending', file, importId, sent: 0 })
      const onProgress = (sent: number): void =>
        setState(
          sent < 1
            ? { step: 'sending', file, importId, sent }
            : { step: 'reading', file, importId, rows: 0, progress: 0 },
        )
      try {
        const result = await sendFile(file, importId, companyId, { onProgress, signal: controller.signal })
        await refreshAccounts(client)
        setState({ step: 'done', file, result })
        if (!watched.current) showDoneToast(result)
      } catch (failure) {
        if (controller.signal.aborted) return setState({ step: 'choose', note: file.name })
        const cause = failureText(failure)
        setState({ step: 'failed', file, cause })
        if (!watched.current) toast({ title: texts.failedToast, description: cause, tone: 'destructive' })
      }
    },
    [client],
  )

  const running = state.step === 'reading' ? state.importId : ''
  const progress = useQuery(importProgress(running, useLasting(running)))
  const shown: ImportState =
    state.step === 'reading' && progress.data
      ? { ...state, rows: progress.data.rows, progress: progress.data.progress }
      : state

  return {
    state: shown,
    start: (file: File, companyId: number) => void start(file, companyId),
    cancel: () => sending.current?.abort(),
    reset: () => setState({ step: 'choose' }),
  }
}

/** True once an import has lasted: a small file is done before it is worth asking about. */
function useLasting(importId: string): boolean {
  const [lasting, setLasting] = useState('')
  useEffect(() => {
    if (importId === '') return
    const timer = window.setTimeout(() => setLasting(importId), ASK_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [importId])
  return importId !== '' && lasting === importId
}

function showDoneToast({ accounts, snapshots, posts }: ImportResult): void {
  const touched = formatWhole(accounts.made + accounts.matched)
  const description =
    snapshots === 0 && posts > 0
      ? texts.postsToastDescription(touched, formatWhole(posts))
      : texts.doneToastDescription(touched, formatWhole(snapshots))
  toast({ title: texts.doneToast, description })
}
