/** Followers Growth and Engagement Rate over the chosen days, side by side, each with its table twin. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, daysCounted } from '#lib/days.ts'
import { formatPercent, formatSigned, formatWhole, shorten } from '#lib/format.ts'
import { formatScale } from '#lib/format-scale.ts'
import { daysWithoutData } from '#ui/chart-points.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { metricHistory, metricHistoryWithBefore } from '../queries/metrics.ts'
import {
  chartDays,
  comparableBefore,
  type DayRange,
  engagementText,
  type FigureName,
  growthText,
  pointsText,
} from '../rules/ranges.ts'
import { texts } from '../texts/history.ts'
import { CHART_HEIGHT, ChartHead, ChartPanel } from './chart-panel.tsx'

interface HistoryChartsProps {
  readonly accountId: number
  readonly range: DayRange
  readonly onShowAll: () => void
  /** A day of a chart was chosen. */
  readonly onDay: (day: string) => void
}
const rateScale = (values: readonly number[]): string[] => {
  // A second decimal only where the lines of the scale need it.
  const digits = values.every((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6) ? 1 : 2
  return values.map((value) => `${value.toFixed(digits)}%`)
}
const formatExactRate = (value: number): string => `${Math.round(value * 100) / 100}%`
const readFollowers = (value: number): string => texts.charts.followersRead(formatWhole(value))
const readRate = (value: number): string => texts.charts.engagementRead(formatExactRate(value))
const stepFollowers = (change: number): string => texts.charts.step(formatSigned(change))
const stepRate = (change: number): string => texts.charts.step(pointsText(change, 2))

export function HistoryCharts({ accountId, range, onShowAll, onDay }: HistoryChartsProps) {
  const history = useQuery({
    ...metricHistoryWithBefore(accountId, range.from, range.to),
    placeholderData: keepPreviousData,
  })
  const days = daysCounted(range.from, range.to)
  // With the days of the range, so that a change of source between the two is known.
  const longer = useQuery({
    ...metricHistory(accountId, addDays(range.from, -days), range.to),
    enabled: !range.open && history.isSuccess,
  })
  const late = useDelayed(history.isPending)
  if (history.isPending) return <Loading shown={late} />
  if (!history.data) {
    return (
      <Panel>
        <QueryFailed title={texts.charts.failed} query={history} />
      </Panel>
    )
  }
  return (
    <Charts
      history={history.data}
      range={range}
      longer={range.open || history.isPlaceholderData ? undefined : longer.data}
      stale={history.isPlaceholderData}
      onDay={onDay}
      onShowAll={range.open ? undefined : onShowAll}
    />
  )
}

interface ChartsProps {
  /** With the last known days before the range. */
  history: readonly MetricHistoryEntry[]
  range: DayRange
  /** With as many days before them. */
  longer: readonly MetricHistoryEntry[] | undefined
  /** The days shown are those of the range before. */
  stale: boolean
  onShowAll: (() => void) | undefined
  onDay: (day: string) => void
}

function Charts({ history, range, longer, stale, onShowAll, onDay }: ChartsProps) {
  const { from, to } = chartDays(range, history)
  const points = useMemo(
    () => ({
      followers: history.map(({ date, followers, source, isCountsBreak }) => ({
        day: date,
        value: followers,
        source: texts.sources[source],
        isBreak: isCountsBreak,
      })),
      engagement: history.map(({ date, engagementRate, source, engagementMethod, isEngagementBreak }) => ({
        day: date,
        value: engagementRate,
        source: texts.charts[engagementMethod](texts.sources[source]),
        isBreak: isEngagementBreak,
      })),
    }),
    [history],
  )
  const before = useMemo(() => {
    const shift = daysCounted(range.from, range.to)
    const series = (key: FigureName) =>
      comparableBefore(longer ?? [], range.from, key).map((entry) => ({
        day: addDays(entry.date, shift),
        value: entry[key],
      }))
    return { followers: series('followers'), engagement: series('engagementRate') }
  }, [longer, range.from, range.to])
  const shared = { from, to, heading: range.heading, onShowAll, stale, onDay, dayHint: texts.charts.openPosts }
  return (
    <div className="grid gap-4 broad:grid-cols-2">
      <ChartPanel
        {...shared}
        title={texts.charts.followers}
        caption={growthText(history, range.from)}
        valueLabel={texts.charts.followersValue}
        points={points.followers}
        before={before.followers}
        wholeNumbers
        formatScale={formatScale}
        formatLast={shorten}
        formatExact={formatWhole}
        formatRead={readFollowers}
        formatStep={stepFollowers}
      />
      <ChartPanel
        {...shared}
        title={texts.charts.engagement}
        caption={engagementText(history, range.from, daysWithoutData(points.engagement, from, to))}
        valueLabel={texts.charts.engagementValue}
        points={points.engagement}
        before={before.engagement}
        formatScale={rateScale}
        formatLast={formatPercent}
        formatExact={formatExactRate}
        formatRead={readRate}
        formatStep={stepRate}
      />
    </div>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <div className="grid gap-4 broad:grid-cols-2" aria-busy="true">
      {[texts.charts.followers, texts.charts.engagement].map((title) => (
        <Panel key={title} aria-label={title}>
          <ChartHead title={title} caption={null} />
          <div className="mb-2 px-5 py-4" style={{ height: CHART_HEIGHT }} data-skeleton="">
            {shown ? <Skeleton className="h-full w-full" /> : null}
          </div>
        </Panel>
      ))}
      <p className="sr-only" role="status">
        {shown ? texts.charts.loading : ''}
      </p>
    </div>
  )
}
