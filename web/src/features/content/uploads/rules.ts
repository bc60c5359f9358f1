/** Decisions about pictures before they are sent. What a file really holds is the server's to judge (D28). */
import { IMAGE_BYTES_MAX } from '@tangelo/contract/limits'
import { ApiError, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

export const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp'
const TYPES = ACCEPTED.split(',')

/** Why a picture is not worth sending, or nothing. */
export function imageError({ type, size }: { type: string; size: number }): string | undefined {
  if (!TYPES.includes(type)) return texts.errors.wrongKind
  if (size === 0) return texts.errors.empty
  return size > IMAGE_BYTES_MAX ? texts.errors.tooLarge : undefined
}

/** What to do about a failed upload. The server's own words come first. */
export function uploadFailure(error: unknown): string {
  const said = readServerMessage(error)
  if (said) return said
  if (error instanceof ApiError) return error.status === 413 ? texts.errors.tooLarge : texts.errors.server
  return texts.errors.network
}

/** Whether the picture itself was refused: too large, of another kind, or damaged. Sent again, it is refused again. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && [413, 415, 422].includes(error.status)
