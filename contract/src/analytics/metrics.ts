import * as z from 'zod'
import { PUBLIC_API } from '../base/public-api.ts'
import { route } from '../base/route.ts'
import { Day, MediaAddress, Moment, PathId } from '../base/shared.ts'
import { FIGURE_MAX, SOURCES } from './limits.ts'
import { AccountFilter, PeriodDays, PeriodTotals } from './periods.ts'

/** The latest figures of an account. Null means unknown, never zero (D14). */
export const AccountMetrics = z.object({
  /** An address on this server, or null: the screen then draws the two letters. */
  profilePicture: MediaAddress.nullable(),
  bioText: z.string().nullable(),
  followers: z.int().nullable(),
  /** Followers now minus followers at the last snapshot at least 7 days older. */
  followerChange: z.int().nullable(),
  following: z.int().nullable(),
  followingChange: z.int().nullable(),
  posts: z.int().nullable(),
  postsChange: z.int().nullable(),
  /** Percent: (mean of known likes + mean of known comments) / followers × 100 over the latest posts. */
  engagementRate: z.number().nullable(),
  /** Percent of the old value, over the same two moments as `followerChange`. */
  engagementRateChange: z.number().nullable(),
  /** When the figures were read that all changes are counted from; null without any. */
  comparedWith: Moment.nullable(),
  /**
   * Set where the source of followers, following and posts has changed since then: from this moment on they are of one kind.
   * Their changes are null, because none is computed across a change of source (docs/decisions/0031).
   */
  countsBrokenAt: Moment.nullable(),
  /** The same for the engagement rate, which a change of method breaks too. */
  engagementBrokenAt: Moment.nullable(),
  /** Followers at the last days with data from one source, oldest first; empty without history. */
  followersTrend: z.array(z.int()),
})
export type AccountMetrics = z.infer<typeof AccountMetrics>

/** One calendar day with data, in the company's time zone; the day's last entry wins (D15). */
export const MetricHistoryEntry = z.object({
  date: Day,
  followers: z.int().nullable(),
  following: z.int().nullable(),
  posts: z.int().nullable(),
  engagementRate: z.number().nullable(),
  source: z.enum(SOURCES),
  /** Computed here from posts, or stated by the source. */
  engagementMethod: z.enum(['computed', 'stated']),
  /** Followers, following and posts are of another kind than on the last day that knows followers: no line joins the two. */
  isCountsBreak: z.boolean(),
  /** The same for the engagement rate, against the last day that knows one. */
  isEngagementBreak: z.boolean(),
})
export type MetricHistoryEntry = z.infer<typeof MetricHistoryEntry>

/** Sums over the figures of the last seven days: older ones count for none. */
export const GlobalMetrics = z.object({
  /** All of them, with any figures. */
  accounts: z.int(),
  /** Those whose figures are older, and in no sum. */
  outdated: z.int(),
  followers: z.int(),
  /** Sum over the accounts whose change is one of this week; null when there is none. */
  followerChange: z.int().nullable(),
  posts: z.int(),
  /** Mean over the accounts that know theirs; null when none does. */
  averageEngagementRate: z.number().nullable(),
  lastUpdated: Moment.nullable(),
  /** Where the request names a period. */
  period: PeriodTotals.optional(),
})
export type GlobalMetrics = z.infer<typeof GlobalMetrics>

const wholeFigure = z
  .int('must be a whole number')
  .min(0, 'cannot be negative')
  .max(FIGURE_MAX, 'is larger than any account has')

const params = z.strictObject({ accountId: PathId })

export const metrics = {
  latest: route({
    method: 'GET',
    path: '/api/accounts/:accountId/metrics',
    access: 'reader',
    summary: 'Read the latest figures of an account',
    params,
    reply: AccountMetrics.extend({ lastUpdated: Moment.nullable(), source: z.enum(SOURCES).nullable() }),
    example: PUBLIC_API.metrics.example,
  }),
  history: route({
    method: 'GET',
    path: '/api/accounts/:accountId/metrics/history',
    access: 'reader',
    summary: 'Read one entry per day with data, oldest first; the last 30 days by default',
    params,
    query: z.strictObject({
      from: Day.optional(),
      to: Day.optional(),
      /**
       * With the last days before `from`, at most a year before it, that know followers and engagement rate: the changes of these days
       * are counted from them (docs/decisions/0061).
       */
      withBefore: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
    }),
    reply: z.array(MetricHistoryEntry),
    example: PUBLIC_API.history.example,
  }),
  /** D12: a figure read by a person and typed in. It is stored as source `import`. */
  typeIn: route({
    method: 'POST',
    path: '/api/accounts/:accountId/metrics',
    access: 'admin',
    summary: 'Type in figures for an account, for now or for a day in the past',
    params,
    body: z.strictObject({
      followers: wholeFigure,
      following: wholeFigure.nullable().optional(),
      posts: wholeFigure.nullable().optional(),
      engagementRate: z.number().min(0, 'cannot be negative').max(100_000).nullable().optional(),
      date: Day.optional(),
    }),
    reply: AccountMetrics,
    status: 201,
  }),
  global: route({
    method: 'GET',
    path: '/api/metrics/global',
    access: 'signedIn',
    summary: 'Read the sums over all accounts the viewer may see, or some of them, and those of a period',
    query: AccountFilter.extend({ period: PeriodDays.optional() }),
    reply: GlobalMetrics,
  }),
}
