/** Pure arithmetic on figures (D14, D15). Unknown stays null: never zero, never NaN. */

import { hash } from 'node:crypto'
import { ENGAGEMENT_POSTS, TREND_POINTS } from '@tangelo/contract/limits'
import { type AuditWish, detailsOf } from '#features/audit-log/index.ts'

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
}

/** What an engagement rate is made from, kept with it so that anyone can make it again. */
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
}

/** `base` is the last snapshot at least 7 days older than `latest`, if there is one. */
export function latestFigures(latest: Snapshot, base: Snapshot | undefined): LatestFigures {
  return {
    followers: latest.followers,
    following: latest.following,
    posts: latest.posts,
    engagementRate: latest.engagementRate,
    capturedAt: latest.capturedAt,
    followerChange: difference(latest.followers, base?.followers),
    followingChange: difference(latest.following, base?.following),
    postsChange: difference(latest.posts, base?.posts),
    engagementRateChange: percentChange(latest.engagementRate, base?.engagementRate),
  }
}

function difference(now: number | null, before: number | null | undefined): number | null {
  return now === null || before == null ? null : now - before
}

/** In percent of the old value; null where the old value is 0, unknown, or so small that the answer is no number. */
function percentChange(now: number | null, before: number | null | undefined): number | null {
  if (now === null || !before) return null
  const change = ((now - before) / before) * 100
  return Number.isFinite(change) ? change : null
}

/** One entry per day, in order of days; of several on one day the last in the list wins. */
export function onePerDay<Entry extends { day: number }>(entries: readonly Entry[]): Entry[] {
  const byDay = new Map<number, Entry>()
  for (const entry of entries) byDay.set(entry.day, entry)
  return [...byDay.values()].sort((a, b) => a.day - b.day)
}

/** Followers of the last days that know them, oldest first, for the small line in lists. */
export function followersTrend(snapshots: readonly Snapshot[]): number[] {
  return onePerDay(snapshots)
    .flatMap(({ followers }) => followers ?? [])
    .slice(-TREND_POINTS)
}

/**
 * A 48-bit number made from the figures: one moment keeps each set of figures once. With `recordedAt` it keeps them each
 * time they are told: who corrects a figure and takes the correction back has the last word.
 */
export function fingerprint(
  { followers, following, posts, engagementRate: rate }: Figures,
  recordedAt?: number,
): number {
  const told = `${followers},${following},${posts},${rate}${recordedAt === undefined ? '' : `,${recordedAt}`}`
  return Number.parseInt(hash('sha1', told).slice(0, 12), 16)
}

/** What the audit log is told of figures that somebody typed in. */
export const typedIn = (
  account: { id: number; username: string; company_id: number },
  { followers, date }: { followers: number; date?: string | undefined },
): AuditWish => ({
  act: 'figures.typed-in',
  object: { kind: 'account', id: account.id, name: account.username },
  companyId: account.company_id,
  details: detailsOf({ followers, date }),
})
