import * as z from 'zod'
import { PUBLIC_API } from '../base/public-api.ts'
import { route } from '../base/route.ts'
import { Day, PathId } from '../base/shared.ts'
import { Effect, Question } from './analysis-answers.ts'
import { MOVE_KINDS, OWN_MEASURES, POST_FORMATS, SOURCES } from './limits.ts'

const PostingCell = Effect.extend({
  family: z.enum(['hours', 'weekdays']),
  /** Hours: the first hour, 2 to 22. Weekdays: 1 is Monday. */
  from: z.int(),
  /** Hours: the hour it ends before; 22 ends at 2. Weekdays: the same as `from`. */
  to: z.int(),
})

/** A post beside what was expected of it: of this format, at this hour, among the account's posts around it. */
const ExpectedPost = z.object({
  id: z.string(),
  day: Day,
  format: z.enum(POST_FORMATS),
  caption: z.string(),
  url: z.string().nullable(),
  likes: z.int(),
  /** Likes (comments weighed in) as a multiple of the expected. */
  multiple: z.number(),
  /** Eight of ten such posts lie between these multiples. */
  low: z.number(),
  high: z.number(),
})

const Move = z.object({
  day: Day,
  /** Followers won or lost on that day, or over the days of one run. */
  change: z.int(),
  /** The same as a ratio of the followers before. */
  share: z.number(),
  kind: z.enum(MOVE_KINDS),
  sentence: z.string(),
  evidence: z.object({
    /** The change of each day around it, null without figures. */
    days: z.array(z.object({ day: Day, change: z.number().nullable() })),
    /** What eight of ten days lie between. */
    usual: z.object({ low: z.number(), high: z.number() }),
    /** How seldom chance alone makes such a day, in years of one account. */
    onceInYears: z.number(),
    /** Other accounts of the company with figures on that day, and how many moved in the same direction. */
    others: z.object({ accounts: z.int(), moved: z.int() }),
    source: z.enum(SOURCES),
    /** Days without figures before it, over which the change was spread. */
    gap: z.int(),
    /** Posts of the three days before and after, with their multiples of the expected. */
    posts: z.array(ExpectedPost.omit({ low: true, high: true }).extend({ multiple: z.number().nullable() })),
  }),
})

const Growth = z.object({
  sentence: z.string(),
  /**
   * Of one source, up to the last day with figures. It counts from the last known figures before the period, else from the first in
   * it, as reports and `AccountPeriod` do. Null without two such days.
   */
  span: z
    .object({ from: Day, to: Day, before: z.int(), after: z.int(), change: z.int(), share: z.number().nullable() })
    .nullable(),
  /**
   * The same number of days before. Null without figures of one source, and where the span counts from more than two days before the
   * period.
   */
  previous: z.object({ from: Day, to: Day, change: z.int(), share: z.number().nullable() }).nullable(),
  /** New followers per day, slowly changing: the estimate and its band, one entry per week at most. */
  trend: z.array(z.object({ day: Day, perDay: z.number(), low: z.number(), high: z.number() })),
  /** Where a source took the place of another: no figure is computed across it. */
  breaks: z.array(z.object({ day: Day, from: z.enum(SOURCES), to: z.enum(SOURCES) })),
})

const Posting = Question.extend({
  cells: z.array(PostingCell),
  /** What was posted: seven weekdays from Monday, each with the counts of 24 hours. */
  posted: z.array(z.array(z.int())),
})

/** When to post by a figure that only the owner sees. Each post counts as it was read after three days, or after 14 and later. */
export const OwnPosting = z.object({
  measure: z.enum(OWN_MEASURES),
  method: z.object({ version: z.string(), seed: z.int() }),
  period: z.object({
    from: Day,
    to: Day,
    timeZone: z.string(),
    /** Posts that could be compared, and those whose readings do not carry the figure at a comparable age. */
    posts: z.int(),
    unread: z.int(),
    /** The day of the first that could be compared: the pace of an account is counted from there. */
    firstPost: Day.nullable(),
  }),
  posting: Posting,
})
export type OwnPosting = z.infer<typeof OwnPosting>

/** What the figures and posts of one account show, and how sure that is. A pure function of stored data, method and seed. */
export const Analysis = z.object({
  method: z.object({ version: z.string(), seed: z.int() }),
  period: z.object({
    from: Day,
    to: Day,
    timeZone: z.string(),
    /** Posts that could be compared. */
    posts: z.int(),
    /** The day of the first of them: the pace of an account is counted from there. */
    firstPost: Day.nullable(),
    /** Days with known followers. */
    readings: z.int(),
    /** Posts of the period that could not be compared, or are older than the newest 2,000; the sentence is null where there are none. */
    leftOut: z.object({
      sentence: z.string().nullable(),
      /** Their likes are hidden. */
      hidden: z.int(),
      /** Gone before their figures could be compared. */
      gone: z.int(),
      /** No reading is near 72 hours after posting, or later than 14 days after it. */
      unread: z.int(),
    }),
  }),
  posting: Posting.extend({
    /** Of which figures that only its owner sees the account has readings: it can be asked of these as well. */
    measures: z.array(z.enum(OWN_MEASURES)),
  }),
  formats: Question.extend({ cells: z.array(Effect.extend({ format: z.enum(POST_FORMATS) })) }),
  hashtags: Question.extend({
    /** Tags in lower case, without #. */
    cells: z.array(Effect.extend({ tag: z.string() })),
    /** Different tags in all posts, of which those used often enough are compared. */
    tags: z.int(),
  }),
  moves: z.array(Move),
  posts: z.object({ sentence: z.string(), top: z.array(ExpectedPost), weak: z.array(ExpectedPost) }),
  growth: Growth,
})
export type Analysis = z.infer<typeof Analysis>

export const analysis = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:accountId/analysis',
    access: 'reader',
    summary: 'Read when to post, which formats work and what moved the followers, each with how sure it is',
    params: z.strictObject({ accountId: PathId }),
    query: z.strictObject({ from: Day.optional(), to: Day.optional() }),
    reply: Analysis,
    example: PUBLIC_API.analysis.example,
  }),
  /** For users who may publish for the company. An account without such readings gets an answer that says so. */
  posting: route({
    method: 'GET',
    path: '/api/accounts/:accountId/analysis/posting',
    access: 'signedIn',
    summary: 'Read when to post by views or saves, which only the owner of a connected account sees',
    params: z.strictObject({ accountId: PathId }),
    query: z.strictObject({
      measure: z.enum(OWN_MEASURES, `must be one of: ${OWN_MEASURES.join(', ')}`),
      from: Day.optional(),
      to: Day.optional(),
    }),
    reply: OwnPosting,
  }),
}
