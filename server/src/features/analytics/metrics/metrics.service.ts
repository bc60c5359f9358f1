/** Snapshots of figures over time, and everything that is derived from them. Snapshots are only ever added. */
import type { AccountMetrics, ClientTotals, GlobalMetrics, MetricHistoryEntry } from '@tangelo/contract'
import { HISTORY_DAYS_MAX, type Period, type Source } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { companiesWithin } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayFromText, dayOf, dayToText, endOfDay, momentOfDay } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { asMetrics } from '../accounts/accounts.rules.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { accountsStore } from '../accounts/accounts.store.ts'
import type { AccountFilter } from '../accounts/store/filter.ts'
import { onePerDay, snapshotFigures, toTypedInEntry, WEEK_MS } from './metrics.rules.ts'
import { metricsStore } from './metrics.store.ts'
import { breaksOf, lastKnownBefore, methodOf } from './rules/kinds.ts'
import { bringUpToDateSince } from './service/latest-figures.ts'
import { clientTotals, periodTotals } from './service/totals.ts'

const DAY_MS = 24 * 60 * 60_000
/** spec §9: charts show 30 days by default. */
const DEFAULT_DAYS = 30
/** So long before its first day a period is compared with what was known last. */
const LOOKBACK_DAYS = 366

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
      options: { from?: string | undefined; to?: string | undefined; withBefore?: boolean | undefined },
    ): Promise<MetricHistoryEntry[]> {
      const account = await accounts.visibleTo(viewer, accountId)
      const spanAt = (today: number) => {
        const to = options.to === undefined ? today : dayFromText(options.to)
        const from = options.from === undefined ? to - DEFAULT_DAYS + 1 : dayFromText(options.from)
        const last = Math.min(to, today)
        return { from, to, last, first: Math.max(from, last - HISTORY_DAYS_MAX + 1) }
      }
      const lookback = options.withBefore ? LOOKBACK_DAYS : 0
      const utcToday = dayOf(clock.now(), 'UTC')
      // Read beside the time zone of the company: there it may be the day before or after, and a day may begin up to 14 hours before
      // and end up to 12 hours after the same day in UTC.
      const [entries, timeZone] = await Promise.all([
        store.between(
          account,
          momentOfDay(spanAt(utcToday - 1).first - lookback) - DAY_MS,
          momentOfDay(spanAt(utcToday + 1).last) + 2 * DAY_MS,
        ),
        companies.timeZoneOf(account.company_id),
      ])
      const { from, to, first, last } = spanAt(dayOf(clock.now(), timeZone))
      if (from > to) throw invalidInput('from must not be after to', { from: 'must not be after to' })
      const days = onePerDay(entries.filter(({ day }) => day >= first - lookback && day <= last))
      const before = lastKnownBefore(days, first)
      const shown = breaksOf(days).filter(({ entry }) => entry.day >= first || before.has(entry))
      return shown.map(({ entry, isCountsBreak, isEngagementBreak }) => ({
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
        // A figure that a user types in for a day replaces all others of it, and comes before a file's row for the next day, which
        // begins in UTC: hours later than now for today in the east, hours before yesterday's end in the west.
        const end = day === today ? Number.MAX_SAFE_INTEGER : endOfDay(day, timeZone)
        const last = await inside.lastAt(account, end)
        const earliest = day === today ? now : Math.min(end, momentOfDay(day + 1) - 1)
        const isLater = last !== undefined && last.day <= day && last.capturedAt > earliest
        const capturedAt = isLater ? Math.min(end, last.capturedAt + 1) : earliest
        await inside.append([
          {
            company_id: account.company_id,
            account_id: account.id,
            captured_at: capturedAt,
            day,
            recorded_after: now - capturedAt,
            source: 'import',
            ...snapshotFigures({ followers, following, posts, engagementRate, profile: null }, now),
          },
        ])
        await bringUpToDateSince(tx, database.engine, account, day)
        await audit.record(tx, viewer, toTypedInEntry(account, typed))
      })
      return asMetrics(await accounts.visibleTo(viewer, accountId))
    },

    /** Of the latest figures, and of a period where one is named. */
    async global(
      viewer: Viewer,
      {
        period,
        companyId,
        ...conditions
      }: Omit<AccountFilter, 'scope'> & { companyId?: readonly number[] | undefined; period?: Period | undefined } = {},
    ): Promise<GlobalMetrics> {
      const filter = { ...conditions, scope: companiesWithin(viewer, companyId) }
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
