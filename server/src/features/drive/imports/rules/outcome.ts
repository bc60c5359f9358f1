/** What follows from a failure of an import: another try at a moment, or a sentence for its user. Pure. */
import { Failure } from '#platform/errors.ts'
import { diskFull } from '#platform/store-errors.ts'
import { DriveFailure } from '#ports/drive.ts'
import { BROKEN, nextImport } from '../imports.rules.ts'
import { ImagesRefused } from './pictures.ts'

export const TRIES = 3

/** When to ask the drive, or the table of the record, again; null where neither has a limit that ends soon. */
export function againAt(error: unknown, since: number, now: number): number | null {
  if (error instanceof DriveFailure && error.kind === 'limited') return nextImport(since, now, error.retryAt)
  const isOfTable = error instanceof Failure && ['table_limited', 'in_progress'].includes(error.code)
  return isOfTable ? now + Number(error.details.retryAfterSeconds) * 1_000 : null
}

/** A sentence for what another try would not change; null for what it may. */
export function whyNot(error: unknown, attempt: number): string | null {
  const full = diskFull(error)
  if (full) return full.message
  const isLast = attempt >= TRIES
  if (error instanceof Failure) return error.status < 500 || isLast ? error.message : null
  if (error instanceof ImagesRefused) return error.message
  if (error instanceof DriveFailure) return error.kind !== 'unavailable' || isLast ? error.message : null
  return isLast ? BROKEN : null
}
