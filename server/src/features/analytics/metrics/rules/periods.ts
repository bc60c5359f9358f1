/** Pure figures of an account over the days that end with its latest reading (docs/decisions/0041). */
import type { AccountPeriod } from '@tangelo/contract'
import { type Period, SUM_POINTS, TREND_POINTS } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import { LATE_DAYS } from '../../changes/changes.rules.ts'
import { onePerDay, percentChange } from '../metrics.rules.ts'
import { haveCountsOfOneKind, haveRatesOfOneKind, type Snapshot } from './kinds.ts'
import { beginningAt, DAY_MS, findBreakSince, isNear, isOfRun, lastAt, lastUpTo, seriesOf } from './series.ts'

/** Nothing older is looked at: twice the longest period, and the days that its first reading may be late. */
export const HISTORY_DAYS = 2 * 365 + 3
export const HISTORY_MS = HISTORY_DAYS * DAY_MS

export interface KnownPosts {
  /** When they were posted, of those since twice the longest period. */
  postedAt: readonly number[]
  /** Of all that are known and not pinned. */
  firstPostedAt: number | null
  known: number
}

export interface PeriodFigures {
  followers: number | null
  growth: number | null
  followerChange: number | null
  comparedAt: number | null
  isWhole: boolean
  countsBrokenAt: number | null
  growthBefore: number | null
  engagementChange: number | null
  rateBrokenAt: number | null
  newPosts: number | null
  newPostsBefore: number | null
  trend: (number | null)[]
  trendBreak: number | null
  /** Followers at seven moments before the latest, of a whole period only, and of the days before it. */
  sums: (number | null)[]
  sumsBefore: (number | null)[]
}

/**
 * `snapshots`: oldest first, the latest last, with everything of `HISTORY_MS` before it.
 * A break is one day by day with the last reading of each day, wherever it lies after the reading compared with.
 */
export function periodFigures(
  snapshots: readonly Snapshot[],
  posts: KnownPosts,
  periods: readonly Period[],
): PeriodFigures[] {
  const latest = snapshots.at(-1)
  if (!latest) return []
  const history = snapshots.filter(({ capturedAt }) => capturedAt >= latest.capturedAt - HISTORY_MS)
  const days = onePerDay(history)
  const counts = seriesOf(history, days, 'followers', haveCountsOfOneKind)
  const rates = seriesOf(history, days, 'engagementRate', haveRatesOfOneKind)
  const run = onePerDay(counts.known.filter((snapshot) => isOfRun(counts, snapshot)))
  return periods.map((period) => {
    const start = latest.capturedAt - period * DAY_MS
    const base = beginningAt(counts.known, start)
    const isKnown = latest.followers !== null
    const countsBrokenAt = isKnown ? findBreakSince(counts, base, start) : null
    const from = base && countsBrokenAt === null ? base : counts.first
    const isCounted = isKnown && from !== undefined && from !== latest
    const isWhole = isCounted && from === base && isNear(from, start)
    const before = beginningAt(counts.known, start - period * DAY_MS)
    const isBeforeWhole =
      isWhole && before !== undefined && isOfRun(counts, before) && isNear(before, start - period * DAY_MS)
    const rateBase = beginningAt(rates.known, start)
    const hasRate = latest.engagementRate !== null
    const rateBrokenAt = hasRate ? findBreakSince(rates, rateBase, start) : null
    const isRateCounted = hasRate && rateBrokenAt === null && rateBase !== undefined && isNear(rateBase, start)
    const trend = trendOf(counts.knownDays, latest, period)
    return {
      followers: latest.followers,
      growth: isCounted ? percentChange(latest.followers, from.followers) : null,
      followerChange: isCounted ? difference(latest.followers, from.followers) : null,
      comparedAt: isCounted ? from.capturedAt : null,
      isWhole,
      countsBrokenAt,
      growthBefore: isBeforeWhole ? percentChange(base?.followers ?? null, before.followers) : null,
      engagementChange: isRateCounted ? difference(latest.engagementRate, rateBase.engagementRate) : null,
      rateBrokenAt,
      ...postsIn(posts, latest, isWhole ? base : undefined, isBeforeWhole ? before : undefined, period),
      trend: trend.map((entry) => entry?.followers ?? null),
      trendBreak: breakIn(trend, counts.first),
      sums: isWhole && base ? pointsOf(run, base, latest.capturedAt, period) : NO_SUMS,
      sumsBefore: isBeforeWhole ? pointsOf(run, before, start, period) : NO_SUMS,
    }
  })
}

const NO_SUMS: (number | null)[] = Array.from({ length: SUM_POINTS - 1 }, () => null)

const difference = (now: number | null, before: number | null) =>
  now === null || before === null ? null : now - before

/** The last day with followers of each of the evenly spaced parts that a line is made of. */
function trendOf(knownDays: readonly Snapshot[], latest: Snapshot, period: Period): (Snapshot | null)[] {
  const points = Math.min(TREND_POINTS, period + 1)
  const dayAt = (point: number) => latest.day - Math.round((period * (points - 1 - point)) / (points - 1))
  return Array.from({ length: points }, (_, point) => {
    const after = point === 0 ? dayAt(0) - LATE_DAYS - 1 : dayAt(point - 1)
    const last = lastUpTo(knownDays, 'day', dayAt(point))
    return last && last.day > after ? last : null
  })
}

function breakIn(trend: readonly (Snapshot | null)[], first: Snapshot | undefined): number | null {
  if (!first) return null
  const at = trend.findIndex((entry) => entry !== null && entry.day >= first.day)
  return trend.some((entry, point) => entry !== null && point < at) ? at : null
}

/** Followers as they were last known at evenly spaced moments from `base` on; the end is not one of them. */
const pointsOf = (run: readonly Snapshot[], base: Snapshot, end: number, period: Period): (number | null)[] =>
  Array.from({ length: SUM_POINTS - 1 }, (_, point) =>
    point === 0
      ? base.followers
      : (lastAt(run, end - (period * DAY_MS * (SUM_POINTS - 1 - point)) / (SUM_POINTS - 1)) ?? base).followers,
  )

/** By the posts that are known, where these reach back so far; else by the profile's counter of posts. */
function postsIn(
  { postedAt, firstPostedAt, known }: KnownPosts,
  latest: Snapshot,
  base: Snapshot | undefined,
  before: Snapshot | undefined,
  period: Period,
) {
  const end = latest.capturedAt
  const start = end - period * DAY_MS
  const startBefore = start - period * DAY_MS
  const reaches = (moment: number) =>
    firstPostedAt !== null && (firstPostedAt <= moment || (latest.posts !== null && known >= latest.posts))
  const countPosted = (from: number, to: number) => postedAt.filter((at) => at > from && at <= to).length
  return {
    newPosts: countPosts(reaches(start) ? countPosted(start, end) : null, latest, base),
    newPostsBefore: countPosts(reaches(startBefore) ? countPosted(startBefore, start) : null, base, before),
  }
}

type Counter = Pick<Snapshot, 'posts'>

/** `known`: those that are known, null where these do not reach back to the beginning; then it is what the counter rose by. */
export const countPosts = (
  known: number | null,
  now: Counter | undefined,
  before: Counter | undefined,
): number | null => known ?? countRise(now, before)

/** Null where more were taken away than came. */
function countRise(now: Counter | undefined, before: Counter | undefined): number | null {
  const posts = difference(now?.posts ?? null, before?.posts ?? null)
  return posts === null || posts < 0 ? null : posts
}

const moment = (at: number | null) => (at === null ? null : momentToText(at))

/** As the API sends it. */
export const asPeriod = (figures: PeriodFigures): AccountPeriod => ({
  growth: figures.growth,
  followerChange: figures.followerChange,
  comparedWith: moment(figures.comparedAt),
  isWhole: figures.isWhole,
  sourceChangedAt: moment(figures.countsBrokenAt),
  growthBefore: figures.growthBefore,
  engagementChange: figures.engagementChange,
  engagementChangedAt: moment(figures.rateBrokenAt),
  posts: figures.newPosts,
  trend: figures.trend,
  trendBreak: figures.trendBreak,
})
