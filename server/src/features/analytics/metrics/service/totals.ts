/** Sums of a period: over what a viewer may see, and of each company. */
import type { ClientTotals, PeriodTotals } from '@tangelo/contract'
import { CLIENTS_MAX, type Period, SUM_POINTS, UNREAD_DAYS } from '@tangelo/contract/limits'
import { companiesWithin } from '#features/core/index.ts'
import type { Queries } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AccountFilter } from '../../accounts/store/filter.ts'
import { type CountsRow, type LinesRow, type Moments, type SumsRow, totalsStore } from '../store/totals.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** To the minute, so that a store may remember sums for that long. */
function momentsOf(now: number): Moments {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  return { staleBefore: minute - UNREAD_DAYS * DAY_MS, today: minute - DAY_MS }
}

export async function periodTotals(
  db: Queries,
  filter: AccountFilter,
  period: Period,
  now: number,
): Promise<PeriodTotals> {
  if (filter.scope !== 'all' && filter.scope.length === 0)
    return { ...sumsOf(NOTHING, undefined), series: [], seriesBefore: [] }
  const { counts, sums } = await totalsStore(db).of(filter, period, momentsOf(now))
  return {
    ...sumsOf(counts, sums),
    series: lineOf(sums, 'sum', sums.sum_7),
    seriesBefore: knowsBefore(sums) ? lineOf(sums, 'before', sums.baseBefore) : [],
  }
}

export async function clientTotals(db: Queries, viewer: Viewer, period: Period, now: number): Promise<ClientTotals[]> {
  const scope = companiesWithin(viewer, undefined)
  if (scope.length === 0) return []
  const rows = await totalsStore(db).byCompany(scope, period, momentsOf(now), CLIENTS_MAX)
  return rows.map(({ counts, sums }) => ({
    companyId: counts.companyId,
    name: counts.name,
    isDemo: counts.isDemo === 1,
    ...sumsOf(counts, sums),
  }))
}

const NOTHING: CountsRow = { accounts: 0, readToday: 0, stale: 0 }

/**
 * The period before is shown only where the accounts known then had at least this share of the followers that are compared. Otherwise
 * the growth of four accounts would stand beside that of fifty.
 */
const LEAST_SHARE_BEFORE = 0.9
const knowsBefore = (sums: SumsRow | undefined): boolean =>
  sums?.baseBefore != null && Number(sums.baseBefore) >= LEAST_SHARE_BEFORE * Number(sums.base)

const toNumber = (value: number | null | undefined) => (value == null ? null : Number(value))

function sumsOf(counts: CountsRow, sums: SumsRow | undefined) {
  return {
    accounts: Number(counts.accounts),
    readToday: Number(counts.readToday),
    stale: Number(counts.stale),
    followers: Number(sums?.followers ?? 0),
    followerChange: toNumber(sums?.followerChange),
    growth: percent(toNumber(sums?.followerChange), toNumber(sums?.base)),
    growthBefore: knowsBefore(sums)
      ? percent(difference(sums?.baseBefore, sums?.before), toNumber(sums?.before))
      : null,
    compared: Number(sums?.compared ?? 0),
    sourceChanges: Number(sums?.sourceChanges ?? 0),
    engagement: toNumber(sums?.engagement),
    engagementChange: toNumber(sums?.engagementChange),
    posts: toNumber(sums?.posts),
    postsChange: knowsBefore(sums) ? toNumber(sums?.postsChange) : null,
  }
}

const difference = (now: number | null | undefined, before: number | null | undefined) =>
  now == null || before == null ? null : Number(now) - Number(before)

const percent = (change: number | null, base: number | null) =>
  change === null || !base ? null : (change / base) * 100

/** Seven sums and the last one; empty where there is nothing to sum. */
function lineOf(sums: LinesRow, name: 'sum' | 'before', last: number | null | undefined): number[] {
  const points = Array.from({ length: SUM_POINTS - 1 }, (_, at) => toNumber(sums[`${name}_${at}`]))
  return [...points, toNumber(last)].flatMap((point) => point ?? [])
}
