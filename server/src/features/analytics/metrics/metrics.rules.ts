/** Pure arithmetic on figures (D14, D15). Unknown stays null: never zero, never NaN. */

import { hash } from 'node:crypto'
import { ENGAGEMENT_POSTS, type Source, TREND_POINTS } from '@tangelo/contract/limits'
import { detailsOf, type NewAuditEntry } from '#features/core/index.ts'
import { kindOfCounts } from '../months/months.rules.ts'

export interface Figures {
  followers: number | null
  following: number | null
  posts: number | null
  /** Percent. */
  engagementRate: number | null
}

export interface Snapshot extends Figures {
  capturedAt: number
  day: number
  source: Source
  /** Of the posts that the rate was computed from; null where the source stated the rate itself. */
  likesKnown: number | null
}

/** What an engagement rate is computed from, stored with it so that the computation can be repeated. */
export interface EngagementInputs {
  likesSum: number
  likesKnown: number
  commentsSum: number
  commentsKnown: number
}

/** Sums the known likes and comments of the latest posts, up to 12; unknown ones are left out. */
export function engagementInputs(
  posts: readonly { likes: number | null; comments: number | null }[],
): EngagementInputs {
  const latest = posts.slice(0, ENGAGEMENT_POSTS)
  const likes = latest.flatMap((post) => post.likes ?? [])
  const comments = latest.flatMap((post) => post.comments ?? [])
  return {
    likesSum: sum(likes),
    likesKnown: likes.length,
    commentsSum: sum(comments),
    commentsKnown: comments.length,
  }
}

/** (mean likes + mean comments) / followers × 100; null without any known likes or without followers. */
export function engagementRate(inputs: EngagementInputs, followers: number | null): number | null {
  if (!followers || inputs.likesKnown === 0) return null
  const meanLikes = inputs.likesSum / inputs.likesKnown
  const meanComments = inputs.commentsKnown === 0 ? 0 : inputs.commentsSum / inputs.commentsKnown
  return ((meanLikes + meanComments) / followers) * 100
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

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

export type Method = 'computed' | 'stated'

export const methodOf = ({ likesKnown }: Snapshot): Method => (likesKnown === null ? 'stated' : 'computed')

export type IsOneKind = (one: Snapshot, other: Snapshot) => boolean

/**
 * Counts of one kind can be compared. Graph API, Apify and owners read the same public counters; a file or a person may have rounded
 * them or read them another day. See docs/decisions/0031.
 */
export const haveCountsOfOneKind: IsOneKind = (one, other) => kindOfCounts(one.source) === kindOfCounts(other.source)

/** An owner is shown the same posts as the Graph API shows to others. */
const kindOfPosts = (source: Source): Source => (source === 'own' ? 'graph' : source)

/** Rates of one kind can be compared: each source shows other posts, and a stated rate may follow any formula. */
export const haveRatesOfOneKind: IsOneKind = (one, other) =>
  kindOfPosts(one.source) === kindOfPosts(other.source) && methodOf(one) === methodOf(other)

/** The part of a series, oldest first, that is of the kind of its last figure. Snapshots without the figure are left out. */
function unbroken(series: readonly Snapshot[], figure: keyof Figures, isOneKind: IsOneKind): Snapshot[] {
  const known = series.filter((snapshot) => snapshot[figure] !== null)
  const last = known.at(-1)
  return last ? known.slice(known.findLastIndex((snapshot) => !isOneKind(snapshot, last)) + 1) : []
}

/** Since when the figure is of one kind, where it was known before as one of another kind; null where nothing breaks it. */
function brokenAt(series: readonly Snapshot[], figure: keyof Figures, isOneKind: IsOneKind): number | null {
  const first = unbroken(series, figure, isOneKind)[0]
  return first && first !== series.find((snapshot) => snapshot[figure] !== null) ? first.capturedAt : null
}

/** Whether each entry, one per day and in order, breaks the series: against the last one before it that knows the figure. */
export function breaksOf<Entry extends Snapshot>(
  entries: readonly Entry[],
): { entry: Entry; isCountsBreak: boolean; isEngagementBreak: boolean }[] {
  let counts: Entry | undefined
  let rate: Entry | undefined
  return entries.map((entry) => {
    const hasCounts = entry.followers !== null
    const hasRate = entry.engagementRate !== null
    const isCountsBreak = hasCounts && counts !== undefined && !haveCountsOfOneKind(counts, entry)
    const isEngagementBreak = hasRate && rate !== undefined && !haveRatesOfOneKind(rate, entry)
    if (hasCounts) counts = entry
    if (hasRate) rate = entry
    return { entry, isCountsBreak, isEngagementBreak }
  })
}

/**
 * `base` is the last snapshot at least 7 days older than `latest`, if there is one; `since` holds all after it, oldest first,
 * `latest` the last of them. No change is computed across a change of source or method (D45).
 */
export function latestFigures(latest: Snapshot, base: Snapshot | undefined, since: readonly Snapshot[]): LatestFigures {
  const compared = base ? [base, ...onePerDay(since)] : []
  const countsBrokenAt = brokenAt(compared, 'followers', haveCountsOfOneKind)
  const rateBrokenAt = latest.engagementRate === null ? null : brokenAt(compared, 'engagementRate', haveRatesOfOneKind)
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
  const told = `${followers},${following},${posts},${rate}${recordedAt === undefined ? '' : `,${recordedAt}`}`
  return Number.parseInt(hash('sha1', told).slice(0, 12), 16)
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
  const rate = inputs ? engagementRate(inputs, followers) : stated
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
export const typedIn = (
  account: { id: number; username: string; company_id: number },
  { followers, date }: { followers: number; date?: string | undefined },
): NewAuditEntry => ({
  act: 'figures.typed-in',
  object: { kind: 'account', id: account.id, name: account.username },
  companyId: account.company_id,
  details: detailsOf({ followers, date }),
})
