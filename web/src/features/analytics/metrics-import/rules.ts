/** Decisions about files to import: which are worth sending, and how far one is. */
import type { ImportResult } from '@tangelo/contract'
import { IMPORT_FILE_BYTES_MAX } from '@tangelo/contract/limits'
import { ApiError, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

export const ACCEPTED = '.json,.jsonl,.ndjson,.csv,application/json,text/csv'
const NAMES = /\.(json|jsonl|ndjson|csv|txt)$/i

/** Why a file is not worth sending, or nothing. What it holds is the server's to judge. */
export function fileError({ name, size }: { name: string; size: number }): string | undefined {
  if (size === 0) return texts.errors.empty
  if (!NAMES.test(name)) return texts.errors.wrongKind
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
