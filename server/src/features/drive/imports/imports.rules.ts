/** Pure decisions about imports: which record, the message of a failure, and when a rename is retried. */

import { conflict, Failure, invalidInput } from '#platform/errors.ts'
import type { ImportRow } from '../folders/folders.rules.ts'
import type { Refused } from './rules/pictures.ts'

/** Which record is to be filled; null for a new one (spec §5). */
export function recordIn({
  createNew,
  recordId,
}: {
  createNew: boolean
  recordId?: string | null | undefined
}): string | null {
  if (createNew) return null
  if (!recordId) throw invalidInput('Enter the id of the record that is to be filled', { recordId: 'is missing' })
  return recordId
}

export const GONE = 'The folder is no longer in the drive.'
export const CANCELLED = 'The import was cancelled.'
export const NOT_RENAMED = 'Something went wrong on the server while the folder was renamed.'
export const BROKEN = 'Something went wrong on the server while the folder was imported.'

/** Nothing more happens to it by itself; of a rename that fails, later. */
export const isOver = ({ state, rename }: ImportRow): boolean => state !== 'running' && rename !== 'due'

/** The message to the user whose import has not become a reel. */
export function failureOfImport({ state, message, refused, total }: ImportRow): Failure | null {
  if (state === 'failed') return new Failure(422, 'import_failed', message ?? BROKEN, { refused: JSON.parse(refused) })
  if (state !== 'asking') return null
  const names: Refused[] = JSON.parse(refused)
  return conflict('images_refused', message ?? '', { refused: names, usable: total - names.length })
}

const FIRST_PAUSE_MS = 2_000
const PAUSE_MAX_MS = 60 * 60_000
const RENAMED_WITHIN_MS = 7 * 24 * 60 * 60_000

/** When the rename is retried: the delay doubles each time. Null: it is not retried any more. */
export function nextRename(since: number, now: number, retryAt: number | null): number | null {
  if (now - since > RENAMED_WITHIN_MS) return null
  return Math.max(retryAt ?? 0, now + Math.min(PAUSE_MAX_MS, Math.max(FIRST_PAUSE_MS, now - since)))
}
