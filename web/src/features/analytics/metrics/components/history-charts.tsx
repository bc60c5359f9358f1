/** Followers Growth and Engagement Rate over the chosen days, side by side, each with its table twin. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { addDays, daysCounted } from '#lib/days.ts'
import { formatPercent, formatScale, formatSigned, formatWhole, shorten } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { LineChart, type LineChartProps } from '#ui/chart.tsx'
import { daysWithoutData } from '#ui/chart-geometry.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { metricHistory } from '../queries/metrics.ts'
import {
  chartDays,
  comparableBefore,
  type DayRange,
  engagementText,
  type FigureName,
  growthText,
  pointsText,
  seriesRange,
} from '../rules/ranges.ts'
import { texts } from '../texts/history.ts'

interface HistoryChartsProps {
  readonly accountId: number
  readonly range: DayRange
  readonly onShowAll: () => void
  /** A day of a chart was chosen. */
  readonly onDay: (day: string) => void
}

const HEIGHT = 232
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
  const history = useQuery({ ...metricHistory(accountId, range.from, range.to), placeholderData: keepPreviousData })
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
        <FailedState
          title={texts.charts.failed}
          cause={history.error?.message ?? ''}
          busy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
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
        caption={growthText(history)}
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
        caption={engagementText(history, daysWithoutData(points.engagement, from, to))}
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

interface ChartPanelProps extends Omit<LineChartProps, 'label' | 'view' | 'height'> {
  title: string
  caption: string | null
  heading: string
  stale: boolean
  onShowAll: (() => void) | undefined
}

function ChartPanel({ title, caption, heading, stale, onShowAll, ...chart }: ChartPanelProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const ends = seriesRange(chart.points, chart.from, chart.to)
  const summary = ends
    ? texts.charts.summary(title, heading, chart.formatLast(ends.first), chart.formatLast(ends.last))
    : `${title}, ${heading}`
  const label = chart.points.some(({ isBreak }) => isBreak) ? texts.charts.broken(summary) : summary
  return (
    <Panel aria-label={title} className={stale ? 'opacity-60' : ''} aria-busy={stale}>
      <Head title={title} caption={ends ? caption : null}>
        {ends ? (
          <IconButton
            size="small"
            className="-my-1 -mr-2"
            icon={view === 'chart' ? <Table2 /> : <ChartLine />}
            label={view === 'chart' ? texts.charts.showTable : texts.charts.showChart}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          />
        ) : null}
      </Head>
      {ends ? (
        <div className="mb-2">
          <LineChart {...chart} label={label} view={view} height={HEIGHT} />
          <p className="flex h-4 items-center justify-end gap-2 px-5 text-caption text-ink-3">
            {view === 'chart' && chart.before?.some(({ value }) => value !== null) ? (
              <>
                <span className="h-0.5 w-5 rounded-full bg-(--pale)" aria-hidden />
                {texts.charts.previous(daysCounted(chart.from, chart.to))}
              </>
            ) : null}
          </p>
        </div>
      ) : (
        <div
          className="mb-2 grid place-content-center justify-items-center gap-1 px-5 text-center"
          style={{ height: HEIGHT }}
        >
          <p className="text-panel">{onShowAll ? texts.charts.empty : texts.charts.neverAny}</p>
          {onShowAll ? (
            <>
              <p className="max-w-[40ch] text-label text-ink-2">{texts.charts.emptyHint}</p>
              <Button size="small" className="mt-2" onClick={onShowAll}>
                {texts.charts.showAll}
              </Button>
            </>
          ) : null}
        </div>
      )}
    </Panel>
  )
}

function Head({ title, caption, children }: { title: string; caption: string | null; children?: ReactNode }) {
  return (
    <header className="flex min-h-10 items-center gap-3 px-5 pt-4 pb-1">
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-panel whitespace-nowrap">{title}</h3>
        <span className="text-note text-ink-3">{caption}</span>
      </div>
      {children}
    </header>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <div className="grid gap-4 broad:grid-cols-2" aria-busy="true">
      {[texts.charts.followers, texts.charts.engagement].map((title) => (
        <Panel key={title} aria-label={title}>
          <Head title={title} caption={null} />
          <div className="mb-2 px-5 py-4" style={{ height: HEIGHT }} data-skeleton="">
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
