import * as z from 'zod'
import { route } from '../base/route.ts'
import { Day, MediaAddress, Moment, Paging, PathId } from '../base/shared.ts'
import { POST_FORMATS } from './limits.ts'

/** Null is unknown: hidden, or not stated by the source. Never zero. */
const PostFigures = z.object({
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  views: z.int().nullable(),
})

/** A post that has been seen at least once, with its latest figures and those at three ages. */
export const Post = PostFigures.extend({
  id: z.int(),
  type: z.enum(POST_FORMATS),
  caption: z.string().nullable(),
  url: z.string().nullable(),
  /** An address on this server, or null when no copy was made. */
  imageUrl: MediaAddress.nullable(),
  postedAt: Moment.nullable(),
  firstSeenAt: Moment,
  lastSeenAt: Moment,
  /** When a reading first no longer showed it where it should have been; null while it is there. */
  goneAt: Moment.nullable(),
  isPinned: z.boolean(),
  /** Interpolated between the readings around that age; null where none is near. */
  at24Hours: PostFigures,
  at72Hours: PostFigures,
  at7Days: PostFigures,
  /** The last reading that only its owner sees; null where there is none, or the viewer may not publish for the company. */
  own: z
    .object({ readAt: Moment, views: z.int().nullable(), reach: z.int().nullable(), saves: z.int().nullable() })
    .nullable(),
})
export type Post = z.infer<typeof Post>

/** One moment at which figures of a post had changed. */
export const PostReadingEntry = PostFigures.extend({
  readAt: Moment,
  /** Until this moment before, the figures of the entry before were seen unchanged; null where that is not known. */
  previousSeenAt: Moment.nullable(),
})
export type PostReadingEntry = z.infer<typeof PostReadingEntry>

export const postHistory = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:accountId/posts/history',
    access: 'signedIn',
    summary: 'List every post of an account that was ever seen, the newest first; those of one day when it is named',
    params: z.strictObject({ accountId: PathId }),
    query: Paging.pick({ limit: true, cursor: true }).extend({
      /** Only those posted on this day, in the company's time zone. */
      day: Day.optional(),
    }),
    reply: z.array(Post),
    paged: true,
  }),
  readings: route({
    method: 'GET',
    path: '/api/accounts/:accountId/posts/:postId/readings',
    access: 'signedIn',
    summary: 'Read how the figures of one post changed, oldest first',
    params: z.strictObject({ accountId: PathId, postId: PathId }),
    reply: z.array(PostReadingEntry),
  }),
}
