/** Pure arithmetic on figures (D14, D15). Unknown stays null: never zero, never NaN. */
import { hash } from 'node:crypto'
import { TREND_POINTS } from '@tangelo/contract/limits'
import { detailsOf, type NewAuditEntry } from '#features/core/index.ts'
import { engagementInputs, possibleRate } from './rules/engagement.ts'
import {
  type Figures,
  findBreak,
  haveCountsOfOneKind,
  haveRatesOfOneKind,
  type Snapshot,
  unbroken,
} from './rules/kinds.ts'

export const WEEK_MS = 7 * 24 * 60 * 60_000

export interface LatestFigures extends Figures {
  capturedAt: number
  followerChange: number | null
  followingChange: number | null
  postsChange: number | null
  engagementRateChange: number | null
  /** When the base was read. */
  comparedAt: number | null
  /** Since when counts and rates are of one kind, where they have not been since the base. */
  countsBrokenAt: number | null
  rateBrokenAt: number | null
}

/**
 * `base` is the last snapshot at least 7 days older than `latest`, if there is one; `since` holds all after it, oldest first,
 * `latest` the last of them. No change is computed across a change of source or method (D45).
 */
export function latestFigures(latest: Snapshot, base: Snapshot | undefined, since: readonly Snapshot[]): LatestFigures {
  const compared = base ? [base, ...onePerDay(since)] : []
  const countsBrokenAt = findBreak(compared, 'followers', haveCountsOfOneKind)
  const rateBrokenAt = latest.engagementRate === null ? null : findBreak(compared, 'engagementRate', haveRatesOfOneKind)
  const countsBase = countsBrokenAt === null ? base : undefined
  const rateBase = rateBrokenAt === null ? base : undefined
  return {
    followers: latest.followers,
    following: latest.following,
    posts: latest.posts,
    engagementRate: latest.engagementRate,
    capturedAt: latest.capturedAt,
    followerChange: difference(latest.followers, countsBase?.followers),
    followingChange: difference(latest.following, countsBase?.following),
    postsChange: difference(latest.posts, countsBase?.posts),
    engagementRateChange: percentChange(latest.engagementRate, rateBase?.engagementRate),
    comparedAt: base?.capturedAt ?? null,
    countsBrokenAt,
    rateBrokenAt,
  }
}

function difference(now: number | null, before: number | null | undefined): number | null {
  return now === null || before == null ? null : now - before
}

/** In percent of the old value; null where the old value is 0, unknown, or so small that the answer is no number. */
export function percentChange(now: number | null, before: number | null | undefined): number | null {
  if (now === null || !before) return null
  const change = ((now - before) / before) * 100
  return Number.isFinite(change) ? change : null
}

/** One entry per day, in order of days; of several on one day the last in the list wins. */
export function onePerDay<Entry extends { day: number }>(entries: readonly Entry[]): Entry[] {
  const days: Entry[] = []
  let lastDay = Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    if (entry.day < lastDay) return onePerDayUnordered(entries)
    if (entry.day === lastDay) days.pop()
    days.push(entry)
    lastDay = entry.day
  }
  return days
}

/** A company that changes its time zone westward has a later reading on an earlier day. */
function onePerDayUnordered<Entry extends { day: number }>(entries: readonly Entry[]): Entry[] {
  const byDay = new Map<number, Entry>()
  for (const entry of entries) byDay.set(entry.day, entry)
  return [...byDay.values()].sort((a, b) => a.day - b.day)
}

/** So many of the newest snapshots hold the trend. */
export const TREND_SNAPSHOTS = 24

/** Followers of the last days that know them from one source, oldest first, for the small line in lists. */
export const followersTrend = (snapshots: readonly Snapshot[]): number[] =>
  unbroken(onePerDay(snapshots.slice(-TREND_SNAPSHOTS)), 'followers', haveCountsOfOneKind)
    .flatMap(({ followers }) => followers ?? [])
    .slice(-TREND_POINTS)

/**
 * A 48-bit number made from the figures: one moment stores each set of figures once. With `recordedAt` it stores them
 * each time they are entered: a user who corrects a figure and takes the correction back has the last word.
 */
export function fingerprint(
  { followers, following, posts, engagementRate: rate }: Figures,
  recordedAt?: number,
): number {
  const figures = `${followers},${following},${posts},${rate}${recordedAt === undefined ? '' : `,${recordedAt}`}`
  return Number.parseInt(hash('sha1', figures).slice(0, 12), 16)
}

/**
 * The columns of a snapshot that hold what was read: the rate is computed from the latest posts where the source shows
 * them, and otherwise as stated. `enteredAt`: when a user typed the figures in.
 */
export function snapshotFigures(
  { followers, following, posts, engagementRate: stated, profile }: FiguresRead,
  enteredAt?: number,
) {
  const inputs = profile && engagementInputs(profile.latestPosts)
  const rate = inputs ? possibleRate(inputs, followers) : stated
  return {
    fingerprint: fingerprint({ followers, following, posts, engagementRate: rate }, enteredAt),
    followers,
    following,
    posts,
    engagement_rate: rate,
    likes_sum: inputs?.likesSum ?? null,
    likes_known: inputs?.likesKnown ?? null,
    comments_sum: inputs?.commentsSum ?? null,
    comments_known: inputs?.commentsKnown ?? null,
  }
}

type FiguresRead = Figures & { profile: { latestPosts: Parameters<typeof engagementInputs>[0] } | null }

/** What the audit log records of figures that a user typed in. */
export const toTypedInEntry = (
  account: { id: number; username: string; company_id: number },
  { followers, date }: { followers: number; date?: string | undefined },
): NewAuditEntry => ({
  act: 'figures.typed-in',
  object: { kind: 'account', id: account.id, name: account.username },
  companyId: account.company_id,
  details: detailsOf({ followers, date }),
})
