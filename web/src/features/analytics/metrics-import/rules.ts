/** Decisions about files to import: which are worth sending, what a preview says, and which columns were chosen before. */
import type { ImportPreview, ImportResult } from '@tangelo/contract'
import { IMPORT_COLUMNS, IMPORT_FILE_BYTES_MAX, type ImportColumn } from '@tangelo/contract/limits'
import { ApiError, NetworkError, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

/** Why a file is not worth sending, or nothing. The server tells formats apart, by content and never by name. */
export function fileError({ size }: { size: number }): string | undefined {
  if (size === 0) return texts.errors.empty
  return size > IMPORT_FILE_BYTES_MAX ? texts.errors.tooLarge : undefined
}

/** What to do about a failed import, in one or two sentences. The server's own words come first. */
export function failureText(error: unknown): string {
  const said = readServerMessage(error)
  if (said) return said
  if (error instanceof ApiError) return error.status === 413 ? texts.errors.tooLarge : texts.errors.server
  return texts.errors.network
}

/** The file was on the server before: an answer that is lost says nothing about what was stored. */
export function importFailureText(error: unknown): string {
  return error instanceof NetworkError ? texts.errors.unanswered : failureText(error)
}

/** Whether a file brought anything that was not there before. */
export function isEmptyResult({
  accounts,
  snapshots,
  posts,
}: Pick<ImportResult, 'accounts' | 'snapshots' | 'posts'>): boolean {
  return accounts.made === 0 && snapshots === 0 && posts === 0
}

/** What keeps a preview from being imported. */
export function hindranceIn(preview: ImportPreview): 'columns' | 'refused' | 'known' | null {
  if (preview.table && preview.table.missing.length > 0) return 'columns'
  if (preview.refusedCount === preview.rows) return 'refused'
  return isEmptyResult(preview) ? 'known' : null
}

/** Rows of figures that are stored already; null for files of posts, where one post may have many rows. */
export function countKnownRows({ format, rows, refusedCount, snapshots }: ImportPreview): number | null {
  return format === 'figures' ? Math.max(0, rows - refusedCount - snapshots) : null
}

export interface RefusedGroup {
  readonly reason: string
  /** First and last line of each unbroken run of lines, in order of the file. */
  readonly runs: readonly (readonly [first: number, last: number])[]
}

/** Refused rows, given in order of the file, with one entry per reason; reasons in the order in which they first occur. */
export function groupByReason(rows: ImportResult['refused']): RefusedGroup[] {
  const runsOf = new Map<string, [number, number][]>()
  for (const { line, reason } of rows) {
    const runs = runsOf.get(reason) ?? []
    runsOf.set(reason, runs)
    const last = runs.at(-1)
    if (last && line <= last[1] + 1) last[1] = line
    else runs.push([line, line])
  }
  return [...runsOf].map(([reason, runs]) => ({ reason, runs }))
}

const dateless = (column: ImportColumn | null): string | null => (column?.startsWith('date') ? 'date' : column)

/** One column holds something else; the column that held it before is left out. */
export function withColumn(
  columns: readonly (ImportColumn | null)[],
  at: number,
  holds: ImportColumn | null,
): (ImportColumn | null)[] {
  return columns.map((column, place) => {
    if (place === at) return holds
    return holds !== null && dateless(column) === dateless(holds) ? null : column
  })
}

const REMEMBERED = 'import-columns'
const REMEMBERED_MAX = 20

type Remembered = [names: string, columns: (ImportColumn | null)[]][]

const namesOf = ({ table }: ImportPreview): string | null =>
  table ? JSON.stringify(table.columns.map(({ name }) => name.toLowerCase())) : null

function readRemembered(): Remembered {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(REMEMBERED) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRemembered) : []
  } catch {
    return []
  }
}

const COLUMNS: readonly unknown[] = [...IMPORT_COLUMNS, null]
const isRemembered = (entry: unknown): entry is Remembered[number] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  Array.isArray(entry[1]) &&
  entry[1].every((column) => COLUMNS.includes(column))

/** What was chosen before for columns of these names; null where it is what the preview shows anyway. */
export function recallColumns(preview: ImportPreview): (ImportColumn | null)[] | null {
  const names = namesOf(preview)
  const columns = readRemembered().find(([known]) => known === names)?.[1]
  const shown = preview.table?.columns ?? []
  if (!columns || columns.length !== shown.length) return null
  return columns.every((column, at) => column === shown[at]?.holds) ? null : columns
}

export function rememberColumns(preview: ImportPreview, columns: readonly (ImportColumn | null)[]): void {
  const names = namesOf(preview)
  if (names === null) return
  const others = readRemembered().filter(([known]) => known !== names)
  try {
    window.localStorage.setItem(REMEMBERED, JSON.stringify([[names, columns], ...others].slice(0, REMEMBERED_MAX)))
  } catch {
    // A full or closed store only means that the columns are chosen again next time.
  }
}
