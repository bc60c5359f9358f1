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
const DAY_MS = 24 * 60 * 60_000
const IMPORTED_WITHIN_MS = DAY_MS
const RENAMED_WITHIN_MS = 7 * DAY_MS

/** When what the drive has a limit for is tried again: the delay doubles each time. Null: it is not tried any more. */
export const nextImport = (since: number, now: number, retryAt: number | null): number | null =>
  doublingDelay({ since, now, retryAt, withinMs: IMPORTED_WITHIN_MS })

/** The same of the rename. */
export const nextRename = (since: number, now: number, retryAt: number | null): number | null =>
  doublingDelay({ since, now, retryAt, withinMs: RENAMED_WITHIN_MS })

interface Tries {
  since: number
  now: number
  /** What the service says. */
  retryAt: number | null
  withinMs: number
}

function doublingDelay({ since, now, retryAt, withinMs }: Tries): number | null {
  if (now - since > withinMs) return null
  return Math.max(retryAt ?? 0, now + Math.min(PAUSE_MAX_MS, Math.max(FIRST_PAUSE_MS, now - since)))
}
