import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment, PathId } from '../base/shared.ts'
import { SOURCES } from './limits.ts'

const MomentFigures = z.object({
  capturedAt: Moment,
  source: z.enum(SOURCES),
  followers: z.int().nullable(),
  following: z.int().nullable(),
  posts: z.int().nullable(),
  engagementRate: z.number().nullable(),
})

/** D38: what the latest figures of an account were made from, so that they can be recomputed. */
export const Provenance = z.object({
  latest: MomentFigures.extend({
    recordedAt: Moment,
    /** Sums of the known likes and comments, and of how many posts; null where the source stated the rate itself. */
    engagement: z
      .object({ likesSum: z.int(), likesKnown: z.int(), commentsSum: z.int(), commentsKnown: z.int() })
      .nullable(),
    /** SHA-256 of the answer as it came; null for figures that were typed in or read from a table. */
    rawHash: z.string().nullable(),
    /** The answer itself is still kept, for administrators. */
    hasRaw: z.boolean(),
  }).nullable(),
  /** The last snapshot at least seven days older, from which the changes are counted. */
  base: MomentFigures.nullable(),
  /** Where the source or the method has changed since the base: see `AccountMetrics`. */
  countsBrokenAt: Moment.nullable(),
  engagementBrokenAt: Moment.nullable(),
  /** The posts behind the engagement rate, when the latest figures came with them. */
  posts: z.array(
    z.object({
      id: z.string(),
      url: z.string().nullable(),
      caption: z.string().nullable(),
      likes: z.int().nullable(),
      comments: z.int().nullable(),
      postedAt: Moment.nullable(),
    }),
  ),
})
export type Provenance = z.infer<typeof Provenance>

const params = z.strictObject({ accountId: PathId })

export const provenance = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:accountId/metrics/provenance',
    access: 'signedIn',
    summary: 'Read where the latest figures come from and what they were made from',
    params,
    reply: Provenance,
  }),
  raw: route({
    method: 'GET',
    path: '/api/accounts/:accountId/metrics/raw',
    access: 'admin',
    summary: "Read the source's answer behind the latest figures, as it came; kept for 30 days",
    params,
    reply: z.unknown(),
  }),
}
