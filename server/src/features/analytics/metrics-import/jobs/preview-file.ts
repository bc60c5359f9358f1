/**
 * What an import of a file would do, counted by reading the file and the store: the same rows are refused, the same accounts
 * made, the same snapshots and posts new. Writes nothing. Runs on a worker thread.
 */
import { IMPORT_PREVIEW_REFUSED_MAX } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { type ColumnMapping, type FiguresFile, UnreadableFile } from '#ports/figures-file.ts'
import { kindOf, missingColumns } from '../metrics-import.rules.ts'
import type { ImportScope } from './match-accounts.ts'
import { type FilePreview, rowCounter } from './preview-counter.ts'

export interface PreviewJob extends ImportScope {
  path: string
  fileBytes: number
  /** Guessed where it is absent. */
  columns?: ColumnMapping | undefined
}

export interface PreviewTools {
  database: Database
  clock: Clock
  readerFor: (timeZone: string) => FiguresFile
  onProgress?: (share: number) => void
}

/** Throws `UnreadableFile` for a file that cannot be read to its end. */
export async function previewFile(job: PreviewJob, tools: PreviewTools): Promise<FilePreview> {
  const reader = tools.readerFor(job.timeZone)
  const shape = await reader.shape(job.path)
  const columns = shape.format === 'table' ? (job.columns ?? shape.columns.map(({ guess }) => guess)) : undefined
  const preview: FilePreview = {
    format: columns ? kindOf(columns) : 'profiles',
    table: null,
    rows: 0,
    accounts: { made: 0, matched: 0, elsewhere: [] },
    snapshots: 0,
    posts: 0,
    from: null,
    to: null,
    refused: [],
    refusedCount: 0,
    sample: [],
  }
  if (shape.format === 'table' && columns) {
    if (columns.length !== shape.columns.length)
      throw new UnreadableFile(
        `The table has ${shape.columns.length} columns, and ${columns.length} were chosen for it`,
      )
    const missing = missingColumns(columns)
    preview.table = {
      separator: shape.separator,
      columns: shape.columns.map(({ name, samples }, at) => ({ name, samples, holds: columns[at] ?? null })),
      missing,
    }
    if (missing.length > 0) return preview
  }
  const counter = rowCounter(job, tools, preview)
  for await (const { records, bytesRead } of reader.read(job.path, { columns })) {
    for (const { line, reading, post, refused, ...end } of records) {
      if ('breaksOff' in end) throw toUnreadable(line, refused ?? '', shape.format)
      preview.rows += 1
      if (reading) counter.addReading(line, reading)
      else if (post) counter.addPost(line, post)
      else {
        preview.refusedCount += 1
        if (preview.refused.length < IMPORT_PREVIEW_REFUSED_MAX) preview.refused.push({ line, reason: refused })
      }
    }
    await counter.count(records.some(({ reading }) => reading?.profile))
    tools.onProgress?.(job.fileBytes === 0 ? 1 : Math.min(1, bytesRead / job.fileBytes))
  }
  await counter.count(true)
  await counter.end()
  return preview
}

const toUnreadable = (line: number, reason: string, format: 'json' | 'table') =>
  new UnreadableFile(
    `This file cannot be read to its end: ${format === 'json' ? 'item' : 'line'} ${line} ${reason
      .replace(/^the row /, '')
      .replace(/: nothing after it was read$/, '')}`,
  )
