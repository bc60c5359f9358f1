/** What happened to a content item. */
import * as z from 'zod'
import { Moment } from '../base/shared.ts'

/**
 * What a change did to one field, in the API's names. `presence` is 'gone' once the item was deleted in the synced
 * table, and 'there' when it came back.
 */
const FieldChange = z.object({
  field: z.enum([
    'status',
    'caption',
    'taggedUsers',
    'mediaType',
    'location',
    'imageUrl',
    'likes',
    'comments',
    'publishDate',
    'hashtags',
    'images',
    'videoUrl',
    'permalink',
    'account',
    'assignee',
    'approvalAskedAt',
    'presence',
  ]),
  from: z.unknown(),
  to: z.unknown(),
})

/** One entry of an item's history, newest first. */
export const ContentChange = z.object({
  id: z.int(),
  at: Moment,
  /** The user's name; null for what a table brought, or a user who is gone. */
  by: z.string().nullable(),
  /** `here`: a user of tangelo. `table`: the synced table. */
  origin: z.enum(['here', 'table']),
  kind: z.enum(['made', 'changed', 'conflict']),
  /**
   * For `made` empty. For `conflict` the lost value: `from` is what lost, `to` what stands, because it was the newer.
   */
  changes: z.array(FieldChange),
})
export type ContentChange = z.infer<typeof ContentChange>
