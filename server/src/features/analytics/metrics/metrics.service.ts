/** Snapshots of figures over time, and everything that is derived from them. Snapshots are only ever added. */
import type { AccountMetrics, ClientTotals, GlobalMetrics, MetricHistoryEntry } from '@tangelo/contract'
import { HISTORY_DAYS_MAX, type Period, type Source } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { companiesWithin } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayFromText, dayOf, dayToText, endOfDay, momentOfDay } from '#platform/calendar.ts'
import type { Database, Engine, Queries } from '#platform/database/database.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { LiveReading } from '#ports/instagram.ts'
import { asMetrics } from '../accounts/accounts.rules.ts'
import { type AccountsService, setProfile, showAgain } from '../accounts/accounts.service.ts'
import { accountsStore } from '../accounts/accounts.store.ts'
import type { AccountFilter } from '../accounts/store/filter.ts'
import type { ChangedDays } from '../months/months.rules.ts'
import { storeMonths } from '../months/months.service.ts'
import { markMoves } from '../moves/moves.jobs.ts'
import { storePosts } from '../posts/service/store-posts.ts'
import {
  breaksOf,
  followersTrend,
  latestFigures,
  methodOf,
  onePerDay,
  snapshotFigures,
  TREND_SNAPSHOTS,
  typedIn,
  WEEK_MS,
} from './metrics.rules.ts'
import { metricsStore } from './metrics.store.ts'
import { storePeriods } from './service/periods.ts'
import { clientTotals, periodTotals } from './service/totals.ts'

const DAY_MS = 24 * 60 * 60_000
/** spec §9: charts show 30 days by default. */
const DEFAULT_DAYS = 30
/** Accounts brought up to date in one transaction: some 10 ms of writing on SQLite, with two years of days. */
const DUE_AT_ONCE = 10

export type MetricsService = ReturnType<typeof metricsService>

export function metricsService({
  database,
  clock,
  accounts,
  companies,
  audit,
}: {
  database: Database
  clock: Clock
  accounts: AccountsService
  companies: CompaniesService
  audit: AuditLog
}) {
  const store = metricsStore(database.queries, database.engine)

  return {
    async latest(
      viewer: Viewer,
      accountId: number,
    ): Promise<AccountMetrics & { lastUpdated: string | null; source: Source | null }> {
      const account = await accounts.visibleTo(viewer, accountId)
      return {
        ...asMetrics(account),
        lastUpdated: account.captured_at === null ? null : new Date(account.captured_at).toISOString(),
        source: account.source,
      }
    },

    /** At most one entry per calendar day of the company; days without data are absent (D15). */
    async history(
      viewer: Viewer,
      accountId: number,
      wish: { from?: string | undefined; to?: string | undefined },
    ): Promise<MetricHistoryEntry[]> {
      const account = await accounts.visibleTo(viewer, accountId)
      const today = dayOf(clock.now(), await companies.timeZoneOf(account.company_id))
      const to = wish.to === undefined ? today : dayFromText(wish.to)
      const from = wish.from === undefined ? to - DEFAULT_DAYS + 1 : dayFromText(wish.from)
      if (from > to) throw invalidInput('from must not be after to', { from: 'must not be after to' })
      const last = Math.min(to, today)
      const first = Math.max(from, last - HISTORY_DAYS_MAX + 1)
      // A day of the company may begin up to 14 hours before and end up to 12 hours after the same day in UTC.
      const entries = await store.between(account, momentOfDay(first) - DAY_MS, momentOfDay(last) + 2 * DAY_MS)
      const days = onePerDay(entries.filter(({ day }) => day >= first && day <= last))
      return breaksOf(days).map(({ entry, isCountsBreak, isEngagementBreak }) => ({
        date: dayToText(entry.day),
        followers: entry.followers,
        following: entry.following,
        posts: entry.posts,
        engagementRate: entry.engagementRate,
        source: entry.source,
        engagementMethod: methodOf(entry),
        isCountsBreak,
        isEngagementBreak,
      }))
    },

    /** Stores what a person read and typed in, for now or for a day in the past (D12). */
    async typeIn(
      viewer: Viewer,
      accountId: number,
      typed: {
        followers: number
        following?: number | null | undefined
        posts?: number | null | undefined
        engagementRate?: number | null | undefined
        date?: string | undefined
      },
    ): Promise<AccountMetrics> {
      const account = await accounts.visibleTo(viewer, accountId)
      const now = clock.now()
      const timeZone = await companies.timeZoneOf(account.company_id)
      const today = dayOf(now, timeZone)
      const day = typed.date === undefined ? today : dayFromText(typed.date)
      if (day > today) throw invalidInput('The date is in the future', { date: 'is in the future' })
      if (day < FIRST_DAY) throw invalidInput('Instagram began on 2010-10-06', { date: 'is before Instagram began' })
      const { followers, following = null, posts = null, engagementRate = null } = typed
      await database.transaction(async (tx) => {
        const inside = metricsStore(tx, database.engine)
        // Moved or deleted since it was looked up: its history is elsewhere.
        const companyId = await accountsStore(tx).holdCompany(account.id, database.engine)
        if (companyId !== account.company_id) throw notFound('Account')
        await inside.append([
          {
            company_id: account.company_id,
            account_id: account.id,
            // The end of a past day: a figure that a user types in for a day replaces all others of it.
            captured_at: day === today ? now : endOfDay(day, timeZone),
            day,
            recorded_after: now - (day === today ? now : endOfDay(day, timeZone)),
            source: 'import',
            ...snapshotFigures({ followers, following, posts, engagementRate, profile: null }, now),
          },
        ])
        await bringUpToDateSince(tx, database.engine, account, day)
        await audit.record(tx, viewer, typedIn(account, typed))
      })
      return asMetrics(await accounts.visibleTo(viewer, accountId))
    },

    /** Of the latest figures, and of a period where one is named. */
    async global(
      viewer: Viewer,
      {
        period,
        companyId,
        ...wish
      }: Omit<AccountFilter, 'scope'> & { companyId?: readonly number[] | undefined; period?: Period | undefined } = {},
    ): Promise<GlobalMetrics> {
      const filter = { ...wish, scope: companiesWithin(viewer, companyId) }
      const [sums, totals] = await Promise.all([
        filter.scope.length === 0 ? null : store.sums(filter, sumsSince(clock.now())),
        period && periodTotals(database.queries, filter, period, clock.now()),
      ])
      const ofPeriod = totals && { period: totals }
      if (!sums) return { ...NO_ACCOUNTS, ...ofPeriod }
      return {
        ...ofPeriod,
        accounts: Number(sums.accounts),
        outdated: Number(sums.outdated),
        followers: Number(sums.followers ?? 0),
        followerChange: sums.followerChange === null ? null : Number(sums.followerChange),
        posts: Number(sums.posts ?? 0),
        averageEngagementRate: sums.averageEngagementRate,
        lastUpdated: sums.lastUpdated === null ? null : new Date(sums.lastUpdated).toISOString(),
      }
    },

    clients: (viewer: Viewer, period: Period): Promise<ClientTotals[]> =>
      clientTotals(database.queries, viewer, period, clock.now()),
  }
}

const MINUTE_MS = 60_000

/** Older figures are in no sum. To the minute, so that a store may remember the sums for that long. */
const sumsSince = (now: number): number => Math.floor((now - WEEK_MS) / MINUTE_MS) * MINUTE_MS

/** The day of Instagram's first release. */
const FIRST_DAY = dayFromText('2010-10-06')

const NO_ACCOUNTS: GlobalMetrics = {
  accounts: 0,
  outdated: 0,
  followers: 0,
  followerChange: null,
  posts: 0,
  averageEngagementRate: null,
  lastUpdated: null,
}

/**
 * Stores a source's response for an account now: the snapshot, the texts and latest posts, and the figures made from
 * them. Returns false, and changes nothing, when this very moment is stored already.
 */
export async function storeReading(
  tx: Queries,
  engine: Engine,
  account: { id: number; company_id: number; timeZone: string },
  reading: LiveReading,
  told: { source: Source; capturedAt: number; rawHash: string },
): Promise<boolean> {
  const store = metricsStore(tx, engine)
  const rawId = await store.keepRaw(told.rawHash, told.capturedAt)
  const added = await store.append([
    {
      company_id: account.company_id,
      account_id: account.id,
      captured_at: told.capturedAt,
      day: dayOf(told.capturedAt, account.timeZone),
      recorded_after: 0,
      source: told.source,
      raw_id: rawId,
      ...snapshotFigures(reading),
    },
  ])
  if (added === 0) return false
  await setProfile(tx, account, reading.profile, told.capturedAt)
  const { latestPosts: posts } = reading.profile
  const { firstPostedAt } = await storePosts(tx, engine, account, [
    { readAt: told.capturedAt, rawId, posts, areLatest: true },
  ])
  const day = dayOf(told.capturedAt, account.timeZone)
  await bringUpToDateSince(tx, engine, account, Math.min(day, dayOf(firstPostedAt ?? told.capturedAt, 'UTC')))
  return true
}

/** As `bringUpToDate`; all days of an account that an import has changed and not brought up to date yet. */
async function bringUpToDateSince(
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
