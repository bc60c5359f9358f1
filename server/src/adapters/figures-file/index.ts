/** Files of figures as people bring them: tables, and data sets of Apify's profile scraper. Told apart by content alone. */
import type { FiguresFile, FileBatch } from '#ports/figures-file.ts'
import { fileHead, inBatches } from './file-chunks.ts'
import { formatOf } from './file-format.ts'
import { jsonRecords } from './json-file.ts'
import { presentAt } from './moments.ts'
import { tableRecords } from './table-file.ts'

export interface FiguresFileOptions {
  /** Epoch milliseconds; nothing later is taken. */
  now?: () => number
  /** IANA name: where a calendar day ends (D15). */
  timeZone?: string
}

export function figuresFile({ now = Date.now, timeZone = 'UTC' }: FiguresFileOptions = {}): FiguresFile {
  async function* records(path: string): AsyncGenerator<FileBatch> {
    const present = presentAt(now(), timeZone)
    const { bytes: head } = await fileHead(path)
    const recordsOf = formatOf(head) === 'json' ? jsonRecords : tableRecords
    yield* recordsOf(path, head, present)
  }
  return { read: (path) => inBatches(records(path)) }
}
