/** The latest figures of accounts and their months, made again from snapshots and posts. */
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import { showAgain } from '../../accounts/service/render-accounts.ts'
import type { ChangedDays } from '../../months/months.rules.ts'
import { storeMonths } from '../../months/months.service.ts'
import { markMoves } from '../../moves/moves.jobs.ts'
import { followersTrend, latestFigures, TREND_SNAPSHOTS, WEEK_MS } from '../metrics.rules.ts'
import { metricsStore } from '../metrics.store.ts'
import { storePeriods } from './periods.ts'

/** Accounts brought up to date in one transaction: some 10 ms of writing on SQLite, with two years of days. */
const DUE_AT_ONCE = 10

/** As `bringUpToDate`; all days of an account that an import has changed and not brought up to date yet. */
export async function bringUpToDateSince(
  tx: Queries,
  engine: Engine,
  account: { id: number; company_id: number },
  since: number,
): Promise<void> {
  const isDue = await metricsStore(tx, engine).holdDue(account.id)
  await bringUpToDate(tx, engine, account, isDue ? null : { first: since, last: null })
}

/**
 * Makes the latest figures of an account and its months again from its snapshots and posts. Safe to repeat, in any order.
 * @param changed the days that may have changed; null for all.
 */
async function bringUpToDate(
  tx: Queries,
  engine: Engine,
  account: { id: number; company_id: number },
  changed: ChangedDays | null,
): Promise<void> {
  await storeMonths(tx, engine, account, changed)
  const store = metricsStore(tx, engine)
  const newest = (await store.newest(account, TREND_SNAPSHOTS)).reverse()
  const latest = newest.at(-1)
  if (!latest) {
    await store.setFigures(account.id, { figures_due: 0 })
    return showAgain(tx, [account.id])
  }
  const aWeekBefore = latest.capturedAt - WEEK_MS
  const at = newest.findLastIndex(({ capturedAt }) => capturedAt <= aWeekBefore)
  const isFurtherBack = at === -1 && newest.length === TREND_SNAPSHOTS
  const base = isFurtherBack ? await store.lastAt(account, aWeekBefore) : newest[at]
  const after = isFurtherBack ? await store.between(account, aWeekBefore + 1, latest.capturedAt) : newest.slice(at + 1)
  const figures = latestFigures(latest, base, after)
  await store.setFigures(account.id, {
    source: latest.source,
    captured_at: figures.capturedAt,
    followers: figures.followers,
    follower_change: figures.followerChange,
    following: figures.following,
    following_change: figures.followingChange,
    posts: figures.posts,
    posts_change: figures.postsChange,
    engagement_rate: figures.engagementRate,
    engagement_rate_change: figures.engagementRateChange,
    compared_at: figures.comparedAt,
    counts_broken_at: figures.countsBrokenAt,
    rate_broken_at: figures.rateBrokenAt,
    followers_trend: JSON.stringify(followersTrend(newest)),
    sort_followers: figures.followers ?? -1,
    sort_engagement: figures.engagementRate ?? -1,
    figures_due: 0,
    ...(await storePeriods(tx, engine, account, latest)),
  })
  await markMoves(tx, account.id, newest)
  await showAgain(tx, [account.id])
}

/**
 * Brings every account up to date whose snapshots are newer than its figures, a few at a time.
 * @param changed by account the days that may have changed; of others all days.
 */
export async function bringAllUpToDate(
  database: Database,
  changed: ReadonlyMap<number, ChangedDays | null> = new Map(),
): Promise<void> {
  for (;;) {
    const isMore = await database.transaction(async (tx) => {
      const due = await metricsStore(tx, database.engine).accountsDue(DUE_AT_ONCE)
      for (const account of due) await bringUpToDate(tx, database.engine, account, changed.get(account.id) ?? null)
      return due.length === DUE_AT_ONCE
    })
    if (!isMore) return
  }
}
