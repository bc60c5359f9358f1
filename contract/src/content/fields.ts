/** The fields of an item that a client may set, for the routes that accept them. */
import * as z from 'zod'
import { CAPTION_MAX_LENGTH, CONTENT_STATUSES, HASHTAGS_MAX, TAG_MAX_LENGTH, TAGGED_USERS_MAX } from '../base/limits.ts'
import { oneLine } from '../base/one-line.ts'
import { Day, Moment } from '../base/shared.ts'

export const caption = z.string().max(CAPTION_MAX_LENGTH, `A caption has at most ${CAPTION_MAX_LENGTH} characters`)
const tag = oneLine(z.string().trim())
  .transform((text) => text.replace(/^@+\s*/, ''))
  .pipe(
    z
      .string()
      .min(1, 'A name must not be empty')
      .max(TAG_MAX_LENGTH, `A name has at most ${TAG_MAX_LENGTH} characters`),
  )
const hashtag = oneLine(z.string().trim())
  .transform((text) => text.replace(/^#+\s*/, ''))
  .pipe(
    z
      .string()
      .min(1, 'A hashtag must not be empty')
      .max(TAG_MAX_LENGTH, `A hashtag has at most ${TAG_MAX_LENGTH} characters`),
  )
/** Without those that differ by case alone: the first of them stays. */
const once = (texts: string[]) => {
  const seen = new Set<string>()
  return texts.filter((text) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
}
export const taggedUsers = z
  .array(tag)
  .transform(once)
  .pipe(z.array(z.string()).max(TAGGED_USERS_MAX, `At most ${TAGGED_USERS_MAX} people can be tagged`))
export const hashtags = z
  .array(hashtag)
  .transform(once)
  .pipe(z.array(z.string()).max(HASHTAGS_MAX, `At most ${HASHTAGS_MAX} hashtags`))
export const publishDate = z.union([Day, Moment], 'must be a day like 2026-11-20 or a moment like 2026-11-20T09:00:00Z')
export const status = z.enum(CONTENT_STATUSES, `must be one of: ${CONTENT_STATUSES.join(', ')}`)
export const version = z.int('must be a whole number').min(1, 'must be at least 1')
