/** An item of the content database, as the API shows it, and its fields that a client may set. */
import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { Day, Id, MediaAddress, Moment } from '../base/shared.ts'
import {
  CAPTION_MAX_LENGTH,
  CONTENT_MEDIA_TYPES,
  CONTENT_STATUSES,
  HASHTAGS_MAX,
  LOCATION_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGGED_USERS_MAX,
} from './limits.ts'

/** When something is to go out: a day, or a moment where the hour is known. */
const PublishDate = z.union([Day, Moment])

/** An account or a user, by name. */
const Named = z.object({ id: z.int(), username: z.string() })

/**
 * An item of the content database. Null is "unknown": empty text and empty lists are values of their own. `status` and
 * `mediaType` may hold values of a synced table; those of `CONTENT_STATUSES` and `CONTENT_MEDIA_TYPES` are ours.
 */
export const ContentItem = z.object({
  id: z.string(),
  companyId: z.int(),
  /** 'Draft' where the record has none. */
  status: z.string(),
  caption: z.string().nullable(),
  /** Names without @. */
  taggedUsers: z.array(z.string()).nullable(),
  /** Lower case: 'reel', 'video', 'carousel', 'image' or another word. */
  mediaType: z.string().nullable(),
  location: z.string().nullable(),
  /** An address on this server. */
  imageUrl: MediaAddress.nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  publishDate: PublishDate.nullable(),
  /** Words without #. */
  hashtags: z.array(z.string()).nullable(),
  /** Where the post is on Instagram, as it was published or as a synced table has it; absent while that is not known. */
  permalink: z.string().optional(),
  createdTime: Moment,
  /** The tracked account that it is for: `account.id`. */
  accountId: z.int().nullable(),
  account: Named.extend({ profilePicture: MediaAddress.nullable() }).nullable(),
  /** Who works on it; null for a user who is gone as for none. */
  assignee: Named.nullable(),
  /** Comments of colleagues; `comments` counts those under the published post. */
  teamComments: z.int(),
  /** Since when a draft waits for approval; null where it does not. */
  approvalAskedAt: Moment.nullable(),
  /** Goes up by one with every change; sent back with a change, it prevents lost updates. */
  version: z.int(),
  /** When it was changed last, here or in the synced table. */
  changedAt: Moment,
  /** Who changed it last, as shown; null when it has never been changed here. */
  changedBy: z.string().nullable(),
})
export type ContentItem = z.infer<typeof ContentItem>

/** An item as a calendar needs it: of its caption the first `PLANNED_CAPTION_CHARACTERS` only. */
export const PlannedItem = ContentItem.pick({
  id: true,
  status: true,
  caption: true,
  mediaType: true,
  location: true,
  imageUrl: true,
  publishDate: true,
  createdTime: true,
  version: true,
  accountId: true,
  account: true,
  assignee: true,
  teamComments: true,
  approvalAskedAt: true,
})
export type PlannedItem = z.infer<typeof PlannedItem>

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
const hashtags = z
  .array(hashtag)
  .transform(once)
  .pipe(z.array(z.string()).max(HASHTAGS_MAX, `At most ${HASHTAGS_MAX} hashtags`))
export const publishDate = z.union([Day, Moment], 'must be a day like 2026-11-20 or a moment like 2026-11-20T09:00:00Z')
export const status = z.enum(CONTENT_STATUSES, `must be one of: ${CONTENT_STATUSES.join(', ')}`)
/** What is ours of a plan: a synced table does not have it. */
export const planFields = {
  /** An account of the item's company. */
  accountId: Id.nullable().optional(),
  /** A user of the item's company; an administrator may name an administrator. */
  assigneeId: Id.nullable().optional(),
}
export const version = z.int('must be a whole number').min(1, 'must be at least 1')

/** What an item is made from. */
export const NewItem = z.strictObject({
  /** Administrators may name another company than their own. */
  companyId: Id.optional(),
  caption: caption.nullable().optional(),
  mediaType: z
    .enum(CONTENT_MEDIA_TYPES, `must be one of: ${CONTENT_MEDIA_TYPES.join(', ')}`)
    .nullable()
    .optional(),
  hashtags: hashtags.nullable().optional(),
  taggedUsers: taggedUsers.nullable().optional(),
  location: oneLine(
    z.string().trim().max(LOCATION_MAX_LENGTH, `A location has at most ${LOCATION_MAX_LENGTH} characters`),
  )
    .nullable()
    .optional(),
  publishDate: publishDate.nullable().optional(),
  /** One of `POST /api/upload/images`. */
  imageUrl: MediaAddress.max(500).nullable().optional(),
  ...planFields,
  needsApproval: z.boolean().optional(),
})
