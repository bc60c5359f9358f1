import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment, PathIds } from '../base/shared.ts'
import { ACCOUNT_CATEGORIES, PERIODS, type Period, SOURCES, TAG_NAME_MAX_LENGTH } from './limits.ts'

/** Days of a period, as they stand in a query. */
export const PeriodDays = z
  .enum(
    PERIODS.map((days) => `${days}` as const),
    `must be one of: ${PERIODS.join(', ')}`,
  )
  .transform((text): Period => PERIODS.find((days) => String(days) === text) ?? PERIODS[0])

/** Which accounts; of the viewer's own company unless the viewer is an administrator. */
export const AccountFilter = z.strictObject({
  /** Only those of these companies. */
  companyId: PathIds.optional(),
  category: z.enum(ACCOUNT_CATEGORIES, `must be one of: ${ACCOUNT_CATEGORIES.join(', ')}`).optional(),
  tag: z.string().min(1).max(TAG_NAME_MAX_LENGTH).optional(),
  source: z.enum(SOURCES).optional(),
})

/**
 * Figures of an account over the days that end with its latest reading. Nothing is computed across a change of source or method
 * (docs/decisions/0031): where one lies in the period, figures count from it on.
 */
export const AccountPeriod = z.object({
  /** Percent of the followers at the beginning. */
  growth: z.number().nullable(),
  followerChange: z.int().nullable(),
  /** When the reading was taken that growth and change count from: the last before the period or, where none compares, the first in it. */
  comparedWith: Moment.nullable(),
  /** Whether that reading lies at the beginning of the period, two days before it at most. If not, the account is in no sum of changes. */
  isWhole: z.boolean(),
  /** Set where the source of followers has changed in the period: since when it is the one of `source`. */
  sourceChangedAt: Moment.nullable(),
  /** Growth over as many days before the period; null where those are not known, or of another source. */
  growthBefore: z.number().nullable(),
  /** Points of percent, against the beginning of the period; null across a change of source or method. */
  engagementChange: z.number().nullable(),
  /** Set where source or method of the engagement rate has changed in the period. */
  engagementChangedAt: Moment.nullable(),
  /** Posted in the period; null where neither posts nor counts of them reach back so far. */
  posts: z.int().nullable(),
  /** Followers at most 14 times, evenly spaced, the latest last; null where no reading is near. */
  trend: z.array(z.int().nullable()),
  /** The first point of the present source; null where all are. Points before it are not to be joined with it. */
  trendBreak: z.int().nullable(),
})
export type AccountPeriod = z.infer<typeof AccountPeriod>

/** Sums over accounts that were read in the last two days; where they are read every 3 or 7 days, in so many more. */
const PeriodSums = z.object({
  /** All of them, with any figures or none. */
  accounts: z.int(),
  /** Read in the last 24 hours, or as lately as their interval asks. */
  readToday: z.int(),
  /** With older figures: in no sum below. */
  stale: z.int(),
  followers: z.int(),
  /** Sums of the accounts whose figures are comparable over the whole period; null without any. */
  followerChange: z.int().nullable(),
  /** Percent. */
  growth: z.number().nullable(),
  /** Of as many days before the period; null where less than nine tenths of what is compared was known then. */
  growthBefore: z.number().nullable(),
  /** How many accounts change and growth are of. */
  compared: z.int(),
  /** How many changed source in the period. */
  sourceChanges: z.int(),
  /** Mean over the accounts that know theirs. */
  engagement: z.number().nullable(),
  /** Mean of their differences, in points of percent. */
  engagementChange: z.number().nullable(),
  /** Posted in the period, by the accounts that know; null where none does. */
  posts: z.int().nullable(),
  /** Against as many days before, of the accounts that know both; null like `growthBefore`. */
  postsChange: z.int().nullable(),
})

/** The same, with lines of 8 evenly spaced sums of followers each, the latest last; empty without comparable accounts. */
export const PeriodTotals = PeriodSums.extend({
  series: z.array(z.int()),
  /** Of the days before the period, of the accounts that are comparable there too; empty where `growthBefore` is null. */
  seriesBefore: z.array(z.int()),
})
export type PeriodTotals = z.infer<typeof PeriodTotals>

/** The accounts of one company: a client of the agency. */
export const ClientTotals = PeriodSums.extend({
  companyId: z.int(),
  name: z.string(),
  /** Of the demo workspace, which is in no total of others (D46). */
  isDemo: z.boolean(),
})
export type ClientTotals = z.infer<typeof ClientTotals>

export const periods = {
  clients: route({
    method: 'GET',
    path: '/api/metrics/clients',
    access: 'signedIn',
    summary: 'Read the sums of each company with accounts, by name; the own one unless the viewer is an administrator',
    query: z.strictObject({ period: PeriodDays.optional() }),
    reply: z.array(ClientTotals),
  }),
}
