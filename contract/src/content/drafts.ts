import * as z from 'zod'
import { route } from '../base/route.ts'
import { Paging, RecordId } from '../base/shared.ts'
import { ContentItem, caption, planFields, publishDate, status, taggedUsers, version } from './content-item.ts'
import { ItemFilter } from './item-filter.ts'
import { CONTENT_PAGE_POSTS_MAX } from './limits.ts'

export const drafts = {
  list: route({
    method: 'GET',
    path: '/api/airtable/draft-posts',
    access: 'signedIn',
    summary: 'List drafts, newest first; `q` looks in captions, locations and hashtags',
    query: Paging.extend({ ...ItemFilter, mediaType: z.string().max(50).optional() }),
    reply: z.array(ContentItem),
    paged: true,
  }),
  /**
   * 409 `changed_meanwhile` with `current` (a `ContentItem`) when `version` is not the record's any more; `already_queued` for another date
   * of an item that is queued, with the `publicationId` that keeps it.
   */
  update: route({
    method: 'PUT',
    path: '/api/airtable/posts/:postId',
    access: 'signedIn',
    summary: 'Change an item; absent fields stay, null clears, empty is a value',
    params: z.strictObject({ postId: RecordId }),
    body: z.strictObject({
      status: status.optional(),
      caption: caption.nullable().optional(),
      taggedUsers: taggedUsers.nullable().optional(),
      publishDate: publishDate.nullable().optional(),
      ...planFields,
      /** Asks for approval of a draft, or takes that back. Another status than Draft ends it as well. */
      needsApproval: z.boolean().optional(),
      /** Absent: any version. */
      version: version.optional(),
    }),
    reply: ContentItem,
  }),
  /** All that can be changed is, each with its history; the others are named with the reason. */
  updateMany: route({
    method: 'POST',
    path: '/api/content/posts/status',
    access: 'signedIn',
    summary: `Give up to ${CONTENT_PAGE_POSTS_MAX} items a status, date, account or assignee in one action`,
    body: z
      .strictObject({
        posts: z
          .array(z.strictObject({ id: RecordId, version: version.optional() }))
          .min(1, 'must name at least one item')
          .max(CONTENT_PAGE_POSTS_MAX, `must name at most ${CONTENT_PAGE_POSTS_MAX} items`),
        status: status.optional(),
        publishDate: publishDate.nullable().optional(),
        ...planFields,
        needsApproval: z.boolean().optional(),
      })
      .refine(({ posts: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
        path: ['status'],
        message: 'must say what to change',
      }),
    reply: z.object({
      changed: z.array(ContentItem),
      refused: z.array(z.object({ id: z.string(), error: z.string(), message: z.string() })),
    }),
  }),
}
