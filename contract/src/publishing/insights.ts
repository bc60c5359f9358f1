import * as z from 'zod'
import { AUDIENCE_DIMENSIONS, INSIGHT_EXPORTS, INSIGHT_RANGES } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Day, Moment, Paging, PathId, RecordId } from '../base/shared.ts'
import { count, Expected, MediaInsights, OwnMedia } from './own-media.ts'

const DayFigures = z.object({
  views: count,
  reach: count,
  engagedAccounts: count,
  interactions: count,
  likes: count,
  comments: count,
  saves: count,
  shares: count,
  replies: count,
  reposts: count,
  profileLinkTaps: count,
  follows: count,
  unfollows: count,
})

/** One day on the clocks of the company. */
export const InsightDay = DayFigures.extend({
  day: Day,
  readAt: Moment,
  /** False while the service may still correct it: its figures come up to two days late. */
  isSettled: z.boolean(),
})
export type InsightDay = z.infer<typeof InsightDay>

/** Several days asked for as one: people are counted once in it. */
export const InsightSpan = DayFigures.extend({
  days: z.int(),
  until: Day,
  readAt: Moment,
  isSettled: z.boolean(),
})
export type InsightSpan = z.infer<typeof InsightSpan>

const Audience = z.object({
  of: z.enum(AUDIENCE_DIMENSIONS),
  readAt: Moment,
  /** The most people first. */
  parts: z.array(z.object({ value: z.string(), people: z.int() })),
})

export const AccountInsights = z.object({
  /**
   * `not_connected`: its owner has to connect it. `ended`: again. `not_granted`: the permission is missing. `fresh`: connected, and
   * nothing was read yet.
   */
  state: z.enum(['not_connected', 'ended', 'not_granted', 'fresh', 'read']),
  /** Why the last round stopped, in a sentence. */
  problem: z.string().nullable(),
  lastReadAt: Moment.nullable(),
  nextReadAt: Moment.nullable(),
  /** How far back the days have been read; null before that. */
  daysSince: Day.nullable(),
  /** Earlier days are still being read. */
  isFilling: z.boolean(),
  timeZone: z.string(),
  from: Day,
  to: Day,
  /** With data, the earliest first. */
  days: z.array(InsightDay),
  spans: z.array(InsightSpan),
  audience: z.array(Audience),
  /** People online on average, by weekday (Monday first) and hour of the company's clocks; null where no hour is known. */
  online: z.object({ days: z.int(), hours: z.array(z.array(z.number().nullable())) }).nullable(),
  /** The latest ones. */
  media: z.array(OwnMedia),
})
export type AccountInsights = z.infer<typeof AccountInsights>

const params = z.strictObject({ accountId: PathId })

export const insights = {
  /** For users who may publish. Answers also where the account is not connected: `state` says what to do. */
  read: route({
    method: 'GET',
    path: '/api/accounts/:accountId/insights',
    access: 'signedIn',
    summary: 'Read what only the owner of an account sees: days, audience, online hours and the latest posts',
    params,
    query: z.strictObject({ range: z.enum(INSIGHT_RANGES, `must be one of: ${INSIGHT_RANGES.join(', ')}`).optional() }),
    reply: AccountInsights,
  }),
  media: route({
    method: 'GET',
    path: '/api/accounts/:accountId/insights/media',
    access: 'signedIn',
    summary: 'List the posts, reels and stories of a connected account with their latest insights, the newest first',
    params,
    query: Paging.pick({ limit: true, cursor: true }),
    reply: z.array(OwnMedia),
    paged: true,
  }),
  ofMedia: route({
    method: 'GET',
    path: '/api/accounts/:accountId/insights/media/:mediaId',
    access: 'signedIn',
    summary: 'Read every reading of one post, and what it reached against comparable ones',
    params: z.strictObject({ accountId: PathId, mediaId: z.string().regex(/^\d{1,40}$/, 'must be digits') }),
    reply: MediaInsights,
  }),
  /** Null until the post of the publication is known and listed, which takes an hour at most. */
  ofPublication: route({
    method: 'GET',
    path: '/api/publications/:publicationId/insights',
    access: 'signedIn',
    summary: 'Read the insights of what a publication became',
    params: z.strictObject({ publicationId: z.uuid('must be the id of a publication') }),
    reply: MediaInsights.nullable(),
  }),
  /** Every reading: of days and of the spans of 7 and 28 days, or of posts. A figure that is not known is an empty cell. */
  export: route({
    method: 'GET',
    path: '/api/accounts/:accountId/insights/export',
    access: 'signedIn',
    summary: 'Download what was read of a connected account (CSV)',
    params,
    query: z.strictObject({ what: z.enum(INSIGHT_EXPORTS, `must be one of: ${INSIGHT_EXPORTS.join(', ')}`) }),
    reply: z.string(),
    file: ['text/csv'],
  }),
  /** By the hash of a reading, as files and answers name it. */
  raw: route({
    method: 'GET',
    path: '/api/accounts/:accountId/insights/raw',
    access: 'admin',
    summary: "Read the service's answer behind a reading, as it came; kept for 30 days",
    params,
    query: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of a reading') }),
    reply: z.unknown(),
  }),
  expected: route({
    method: 'GET',
    path: '/api/accounts/:accountId/insights/expected',
    access: 'signedIn',
    summary: 'Say how comparable items of an account did, for a draft',
    params,
    query: z.strictObject({ itemId: RecordId }),
    reply: Expected,
  }),
}
