/** The posts, reels and stories of a connected account: what was read of them, and what comparable ones reached. */
import * as z from 'zod'
import { COMPARED_FIGURES, OWN_MEDIA_PRODUCTS, PUBLICATION_KINDS, PUBLISHING_LOGINS } from '../base/limits.ts'
import { MediaAddress, Moment } from '../base/shared.ts'

/** Unknown is null: the service did not say, or does not offer it. Never zero. */
export const count = z.int().nullable()

const MediaFigures = z.object({
  views: count,
  /** People who saw it: never added over posts. */
  reach: count,
  likes: count,
  comments: count,
  saves: count,
  shares: count,
  reposts: count,
  interactions: count,
  follows: count,
  profileVisits: count,
  profileActions: count,
  replies: count,
  navigation: count,
  linkClicks: count,
  averageWatchMs: count,
  totalWatchMs: count,
  /** Percent who left within the first three seconds. */
  skipPercent: z.number().nullable(),
})
export type MediaFigures = z.infer<typeof MediaFigures>

/** What was read of a post at one moment. */
export const MediaReading = MediaFigures.extend({
  readAt: Moment,
  /** Hours after it was posted. */
  ageHours: z.number(),
  source: z.enum(PUBLISHING_LOGINS),
  /** SHA-256 of what it says, by which the answer of the service is found. */
  hash: z.string(),
})
export type MediaReading = z.infer<typeof MediaReading>

/** A post, reel or story of a connected account, with its latest reading. */
export const OwnMedia = z.object({
  mediaId: z.string(),
  product: z.enum(OWN_MEDIA_PRODUCTS),
  format: z.enum(PUBLICATION_KINDS),
  caption: z.string().nullable(),
  permalink: z.string().nullable(),
  postedAt: Moment,
  /** Null before the first reading that had figures. */
  latest: MediaReading.nullable(),
  nextReadingAt: Moment.nullable(),
  /** Why there are no figures, and will be none. */
  endedBecause: z.enum(['before_professional', 'not_readable']).nullable(),
  /** The publication that it came from; null for what was posted elsewhere. */
  publicationId: z.string().nullable(),
  /** Of the post among those that are measured publicly; null where none is known. */
  postId: z.int().nullable(),
})
export type OwnMedia = z.infer<typeof OwnMedia>

/** What comparable items reached: the same account and format, at the same age. */
export const Expectation = z.object({
  figure: z.enum(COMPARED_FIGURES),
  /** How many items are behind it. */
  items: z.int(),
  median: z.number().nullable(),
  /** Of the median, 95 %; null for fewer than six items. */
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Expectation = z.infer<typeof Expectation>

export const Expected = z.object({
  format: z.enum(PUBLICATION_KINDS),
  /** Days after posting at which items are compared. */
  ageDays: z.int(),
  figures: z.array(Expectation),
})
export type Expected = z.infer<typeof Expected>

const Reached = Expectation.extend({
  reached: z.number().nullable(),
  /** Against the interval; null where it or the figure is not known. */
  verdict: z.enum(['above', 'within', 'below']).nullable(),
})
export type Reached = z.infer<typeof Reached>

/** The reel as it was made here: what is on screen from when to when. */
const ReelScenes = z.object({
  durationMs: z.int(),
  scenes: z.array(z.object({ fromMs: z.int(), toMs: z.int(), imageUrl: MediaAddress.nullable() })),
})
export type ReelScenes = z.infer<typeof ReelScenes>

export const MediaInsights = z.object({
  media: OwnMedia,
  /** Every reading, the earliest first. */
  readings: z.array(MediaReading),
  /** Planned against actual; null for what was not published from here. */
  timing: z.object({ plannedAt: Moment, publishedAt: Moment, lateMinutes: z.number() }).nullable(),
  /** Expected from items before it against what it reached; null before a reading at an age that can be compared. */
  reached: z.object({ ageDays: z.int(), figures: z.array(Reached) }).nullable(),
  reel: ReelScenes.nullable(),
})
export type MediaInsights = z.infer<typeof MediaInsights>
