/** Decisions about files to import: which are worth sending, and how far one is. */
import type { ImportResult } from '@tangelo/contract'
import { IMPORT_FILE_BYTES_MAX } from '@tangelo/contract/limits'
import { ApiError, readServerMessage } from '#lib/api.ts'
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

/** Whether a file brought anything that was not there before. */
export function isEmptyResult({ accounts, snapshots, posts }: ImportResult): boolean {
  return accounts.made === 0 && snapshots === 0 && posts === 0
}
