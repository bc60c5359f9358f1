import * as z from 'zod'
import { route } from '../base/route.ts'
import { Day, Moment, Paging, PathId, RecordId } from '../base/shared.ts'
import { ContentItem, NewItem, PlannedItem } from './content-item.ts'
import { ItemFilter, StatusFilter } from './item-filter.ts'
import { ContentChange } from './item-history.ts'
import { ITEM_SORTS } from './limits.ts'

/** D16, D21. `total` holds every item, also those of other statuses. */
export const ContentCounts = z.object({
  draft: z.int(),
  approved: z.int(),
  published: z.int(),
  total: z.int(),
  /** Drafts and approved items without a date. */
  undated: z.int(),
  /** Drafts that wait for approval; they count as drafts too. */
  needsApproval: z.int(),
})
export type ContentCounts = z.infer<typeof ContentCounts>

/** The sync of the items of the viewer's company with an external table (D19). */
export const ContentSync = z.object({
  /** `built_in`: nothing to keep in step with. `waiting`: never pulled yet. */
  state: z.enum(['built_in', 'waiting', 'in_step', 'failing']),
  /** The table's name; null when built in. */
  table: z.string().nullable(),
  /** How old the copy is: when the last pull ended well. */
  pulledAt: Moment.nullable(),
  isPulling: z.boolean(),
  /** Why it fails, in one sentence. */
  message: z.string().nullable(),
})
export type ContentSync = z.infer<typeof ContentSync>

const params = z.strictObject({ postId: RecordId })
export const content = {
  counts: route({
    method: 'GET',
    path: '/api/content/counts',
    access: 'signedIn',
    summary: 'Count the content items of the viewer by status',
    query: z.strictObject(ItemFilter),
    reply: ContentCounts,
  }),
  all: route({
    method: 'GET',
    path: '/api/airtable/all-posts',
    access: 'signedIn',
    summary: 'List all content items, newest first; `q` looks in captions, locations and hashtags',
    query: Paging.extend({
      mediaType: z.string().max(50).optional(),
      status: z.string().max(50).optional(),
    }),
    reply: z.array(ContentItem),
    paged: true,
  }),
  /**
   * `date` and `-date` sort by the day they go out and leave out items without one; `asked` lists what waits for approval, the
   * longest first. A search is newest first.
   */
  list: route({
    method: 'GET',
    path: '/api/content/posts',
    access: 'signedIn',
    summary: 'List drafts, approved and published items; `q` looks in captions, locations and hashtags',
    query: Paging.extend({
      ...ItemFilter,
      status: StatusFilter.optional(),
      sort: z.enum(ITEM_SORTS).optional(),
      /** Only items with a date to go out, or only drafts and approved items without one. */
      dated: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
      /** Days of the company's calendar, both included. */
      from: Day.optional(),
      to: Day.optional(),
    }),
    reply: z.array(ContentItem),
    paged: true,
  }),
  /** Who may be given an item of a company. */
  assignees: route({
    method: 'GET',
    path: '/api/content/assignees',
    access: 'signedIn',
    summary: 'List the users whom an item can be assigned to, by name',
    query: z.strictObject({ companyId: PathId.optional() }),
    reply: z.array(z.object({ id: z.int(), username: z.string() })),
  }),
  /** Once for an `Idempotency-Key`: 422 `key_reused` for another body, 409 `in_progress` while the first one is worked on. */
  create: route({
    method: 'POST',
    path: '/api/content/posts',
    access: 'signedIn',
    summary: 'Make a draft by hand',
    body: NewItem,
    takesKey: true,
    reply: ContentItem,
    status: 201,
  }),
  read: route({
    method: 'GET',
    path: '/api/content/posts/:postId',
    access: 'signedIn',
    summary: 'Read a content item',
    params,
    reply: ContentItem,
  }),
  history: route({
    method: 'GET',
    path: '/api/content/posts/:postId/history',
    access: 'signedIn',
    summary: 'List what happened to a content item, newest first: at most 200 entries',
    params,
    reply: z.array(ContentChange),
  }),
  /** Items that go out or went out, deleted ones left out; at most 62 days. */
  calendar: route({
    method: 'GET',
    path: '/api/content/calendar',
    access: 'signedIn',
    summary: "List planned and published items of some days of the company's calendar",
    query: z.strictObject({ from: Day, to: Day, ...ItemFilter, status: StatusFilter.optional() }),
    reply: z.object({
      /** IANA name: where a day begins. */
      timeZone: z.string(),
      /** The day it is there now. */
      today: Day,
      items: z.array(PlannedItem),
      /** False when there were more than 2,000 and the later ones are left out. */
      isComplete: z.boolean(),
    }),
  }),
  unplanned: route({
    method: 'GET',
    path: '/api/content/unplanned',
    access: 'signedIn',
    summary: 'List drafts and approved items without a date, newest first',
    query: Paging.extend(ItemFilter),
    reply: z.array(ContentItem),
    paged: true,
  }),
  sync: route({
    method: 'GET',
    path: '/api/content/sync',
    access: 'signedIn',
    summary: "Say how the company's items are kept in step with a table elsewhere",
    reply: ContentSync,
  }),
  /** Responds at once. Without a synced table there is nothing to do. */
  pull: route({
    method: 'POST',
    path: '/api/content/sync',
    access: 'signedIn',
    summary: "Ask for what has changed in the table that the company's items are kept in step with",
    reply: ContentSync,
    status: 202,
  }),
}
