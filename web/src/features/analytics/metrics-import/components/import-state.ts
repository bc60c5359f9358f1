/** The steps of an import, and what of them is known before the server has answered. */
import type { ImportPreview, ImportResult } from '@tangelo/contract'
import type { ImportColumn } from '@tangelo/contract/limits'

export type Columns = readonly (ImportColumn | null)[]

export type ImportState =
  | { step: 'choose'; error?: string | undefined; note?: string | undefined }
  | { step: 'sending'; file: File; previewId: string; sent: number }
  | { step: 'reading'; file: File; previewId: string; progress: number }
  /** `isStale`: it is read again with other options. */
  | { step: 'preview'; file: File; preview: ImportPreview; isStale: boolean }
  | { step: 'importing'; file: File; importId: string; rows: number; progress: number }
  | { step: 'done'; file: File; result: ImportResult }
  | { step: 'failed'; file: File; cause: string }

export function idsOf(state: ImportState): { running: string; reading: string } {
  return {
    running: state.step === 'importing' ? state.importId : '',
    reading: state.step === 'reading' ? state.previewId : '',
  }
}

export function withProgress(
  state: ImportState,
  imported: { rows: number; progress: number } | undefined,
  read: number | undefined,
): ImportState {
  if (state.step === 'importing' && imported) return { ...state, rows: imported.rows, progress: imported.progress }
  return state.step === 'reading' && read !== undefined ? { ...state, progress: read } : state
}

export function withColumns(preview: ImportPreview, columns: Columns | undefined): ImportPreview {
  const { table } = preview
  if (!table || !columns) return preview
  return {
    ...preview,
    table: { ...table, columns: table.columns.map((column, at) => ({ ...column, holds: columns[at] ?? null })) },
  }
}
