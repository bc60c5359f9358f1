/** What of an account differs from its snapshots and posts, as the result names it. */
import type { Mismatch } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import { followersTrend, latestFigures, WEEK_MS } from '../../metrics/metrics.rules.ts'
import { type Difference, fieldDifferences, snapshotDifferences } from '../integrity-check.rules.ts'
import type { AccountToCheck, SnapshotRow } from '../integrity-check.store.ts'

export function mismatchesOf(
  account: AccountToCheck,
  snapshots: SnapshotRow[],
  /** Of its months and periods. */
  derived: Difference[],
  posts: Difference[],
): Mismatch[] {
  const toMismatches = (capturedAt: number | null, differences: Difference[]): Mismatch[] =>
    differences.map(({ figure, stored, expected }) => ({
      accountId: account.id,
      username: account.username,
      capturedAt: capturedAt === null ? null : momentToText(capturedAt),
      figure,
      stored: String(stored),
      expected: String(expected),
    }))
  const ofSnapshots = snapshots.flatMap((snapshot) => toMismatches(snapshot.capturedAt, snapshotDifferences(snapshot)))
  ofSnapshots.push(...toMismatches(null, posts))
  // Figures that are still to be made again, after an import, are not wrong.
  if (account.figures_due === 1) return ofSnapshots
  return [...ofSnapshots, ...toMismatches(null, latestDifferences(account, snapshots)), ...toMismatches(null, derived)]
}

function latestDifferences(account: AccountToCheck, snapshots: SnapshotRow[]): Difference[] {
  const latest = snapshots.at(-1)
  if (!latest) return fieldDifferences({ capturedAt: account.captured_at }, { capturedAt: null })
  const baseAt = snapshots.findLastIndex(({ capturedAt }) => capturedAt <= latest.capturedAt - WEEK_MS)
  return fieldDifferences(
    {
      source: account.source,
      capturedAt: account.captured_at,
      followers: account.followers,
      followerChange: account.follower_change,
      following: account.following,
      followingChange: account.following_change,
      posts: account.posts,
      postsChange: account.posts_change,
      engagementRate: account.engagement_rate,
      engagementRateChange: account.engagement_rate_change,
      comparedAt: account.compared_at,
      countsBrokenAt: account.counts_broken_at,
      rateBrokenAt: account.rate_broken_at,
      followersTrend: account.followers_trend,
    },
    {
      ...latestFigures(latest, snapshots[baseAt], snapshots.slice(baseAt + 1)),
      source: latest.source,
      followersTrend: JSON.stringify(followersTrend(snapshots)),
    },
  )
}
