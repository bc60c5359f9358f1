/** What the table says of the chosen period. No figure is computed across a change of source (docs/decisions/0031). */
import type { ListedAccount, PeriodTotals } from '@tangelo/contract'
import { formatShortDate, formatSigned } from '#lib/format.ts'
import { formatGrowth } from '../../metrics/rules/totals.ts'
import { texts } from '../texts/list.ts'

interface GrowthText {
  /** Null where there is none. */
  readonly percent: string | null
  /** People, or since when figures are counted instead. */
  readonly note: string
}

export function growthText({ period, isStale, lastUpdated }: ListedAccount, now: Date): GrowthText {
  if (!period || lastUpdated === null) return { percent: null, note: '' }
  if (isStale) return { percent: null, note: texts.table.sinceDay(formatShortDate(lastUpdated, now)) }
  if (period.growth === null) {
    const day = period.sourceChangedAt
    return { percent: null, note: day ? texts.table.fromDay(formatShortDate(day, now)) : '' }
  }
  const percent = formatGrowth(period.growth)
  if (!period.isWhole && period.comparedWith)
    return { percent, note: texts.table.fromDay(formatShortDate(period.comparedWith, now)) }
  return { percent, note: period.followerChange === null ? '' : formatSigned(period.followerChange) }
}

export interface TrendLine {
  /** Oldest first. */
  readonly values: readonly number[]
  /** The first value of the present source, where there are others before it. */
  readonly cutAt: number | undefined
  readonly isFalling: boolean
}

/** Days without a reading have no point: the line goes on to the next one. */
export function trendOf({ period, metrics }: ListedAccount): TrendLine {
  const trend = period?.trend ?? metrics.followersTrend
  const points = trend.flatMap((value, index) => (value === null ? [] : { value, index }))
  const values = points.map(({ value }) => value)
  const breakAt = period?.trendBreak ?? null
  const cut = breakAt === null ? -1 : points.findIndex(({ index }) => index >= breakAt)
  const first = values[Math.max(0, cut)] ?? 0
  return { values, cutAt: cut > 0 ? cut : undefined, isFalling: (values.at(-1) ?? 0) < first }
}

/** 'The sums leave out 1 stale account and growth across 1 source change.' Null where they leave out nothing. */
export function describeLeftOut({ stale, sourceChanges }: PeriodTotals): string | null {
  const parts = [
    ...(stale > 0 ? [texts.table.staleAccounts(stale)] : []),
    ...(sourceChanges > 0 ? [texts.table.growthAcross(sourceChanges)] : []),
  ]
  return parts.length > 0 ? texts.table.sumsLeaveOut(parts.join(' and ')) : null
}

/** Of a client, in its row: '1 left out', '1 source change'. */
export function clientNote({ stale, sourceChanges }: Pick<PeriodTotals, 'stale' | 'sourceChanges'>): string {
  if (stale > 0) return texts.table.leftOut(stale)
  return sourceChanges > 0 ? texts.table.sourceChanges(sourceChanges) : ''
}
