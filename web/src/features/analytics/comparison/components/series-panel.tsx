/** Followers of the chosen accounts over the same days: who grew fastest, the lines, and each account by itself. */
import './comparison.css'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { usePending } from '#lib/use-pending.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { metricHistory } from '../../metrics/queries/metrics.ts'
import { seriesEvidence } from '../rules/evidence.ts'
import { daysOf, PERIODS, type PeriodName } from '../rules/selection.ts'
import { sayApart, sayFastest } from '../rules/sentence.ts'
import { type Comparison, compareSeries, type Scale } from '../rules/series.ts'
import { texts } from '../texts/compare.ts'
import { PanelHead, Sentence, type View } from './panel-head.tsx'
import { SeriesChart } from './series-chart.tsx'
import { SeriesTable } from './series-table.tsx'
import { SmallMultiples } from './small-multiples.tsx'

interface SeriesPanelProps {
  readonly accounts: readonly { readonly id: number; readonly username: string }[]
  readonly period: PeriodName
  readonly scale: Scale
  readonly today: string
  readonly onPeriod: (period: PeriodName) => void
  readonly onScale: (scale: Scale) => void
}

const HEADING = 'comparison-series'
const SCALES = ['indexed', 'absolute'] as const

export function SeriesPanel({ accounts, period, scale, today, onPeriod, onScale }: SeriesPanelProps) {
  const { from, to } = daysOf(period, today)
  const histories = useQueries({
    queries: accounts.map(({ id }) => ({ ...metricHistory(id, from, to), placeholderData: keepPreviousData })),
  })
  const [view, setView] = useState<View>('chart')
  const isPending = usePending(histories.some((history) => history.isPending))
  const isLate = useDelayed(isPending)
  const failed = histories.filter(({ data, isPending }) => !isPending && data === undefined)
  const comparison = compareSeries(
    accounts.map(({ id, username }, index) => ({ accountId: id, username, history: histories[index]?.data ?? [] })),
    from,
    to,
  )
  const isReady = !isPending && failed.length === 0
  const hasFigures = comparison.series.some(({ points }) => points.length > 0)
  const controls = (
    <>
      <Segmented
        className="max-desk:w-full max-desk:[&>button]:flex-1 max-desk:[&>button]:justify-center"
        label={texts.series.scale}
        value={scale}
        onChange={onScale}
        options={SCALES.map((value) => ({ value, label: texts.series.scales[value] }))}
      />
      <Segmented
        className="max-desk:w-full max-desk:[&>button]:flex-1 max-desk:[&>button]:justify-center"
        label={texts.series.period}
        value={period}
        onChange={onPeriod}
        options={PERIODS.map((value) => ({ value, label: texts.series.periods[value] }))}
      />
    </>
  )
  return (
    <Panel
      aria-labelledby={HEADING}
      aria-busy={isPending}
      className={`comparison ${histories.some(({ isPlaceholderData }) => isPlaceholderData) ? 'opacity-60' : ''}`}
    >
      <PanelHead
        id={HEADING}
        title={texts.series[scale]}
        controls={controls}
        view={view}
        onView={isReady && hasFigures ? setView : undefined}
        evidence={() => seriesEvidence(comparison, scale)}
      >
        {isReady ? <Answer comparison={comparison} scale={scale} /> : null}
      </PanelHead>
      {isPending ? <Loading isLate={isLate} count={accounts.length} /> : null}
      {failed.length > 0 && !isPending ? (
        <FailedState
          title={texts.series.failed}
          cause={failed[0]?.error?.message ?? ''}
          busy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => {
            for (const history of failed) void history.refetch()
          }}
        />
      ) : null}
      {isReady && hasFigures ? (
        <>
          <div className={view === 'chart' ? 'px-2 pt-3 pb-1 desk:px-4' : 'mt-3 border-t border-line'}>
            {view === 'chart' ? (
              <SeriesChart comparison={comparison} scale={scale} />
            ) : (
              <SeriesTable comparison={comparison} scale={scale} />
            )}
          </div>
          <SmallMultiples comparison={comparison} scale={scale} />
        </>
      ) : null}
      {isReady && !hasFigures ? <div className="h-6" /> : null}
    </Panel>
  )
}

function Answer({ comparison, scale }: { comparison: Comparison; scale: Scale }) {
  const besides = sayApart(comparison, scale)
  return (
    <div aria-live="polite">
      <Sentence text={sayFastest(comparison, scale)} />
      {besides.length > 0 ? (
        <p className="mt-1 max-w-[60ch] text-table leading-[21px] text-pretty text-ink-2">{besides.join(' ')}</p>
      ) : null}
    </div>
  )
}

function Loading({ isLate, count }: { isLate: boolean; count: number }) {
  return (
    <div data-skeleton="">
      <p className="sr-only" role="status">
        {isLate ? texts.series.loading : ''}
      </p>
      <div className="px-4 desk:px-6">
        <div className="h-7.5">{isLate ? <Skeleton className="h-5 w-3/5" /> : null}</div>
        <div className="h-96 pt-4 pb-4 max-desk:h-84">{isLate ? <Skeleton className="h-full w-full" /> : null}</div>
      </div>
      <div className="multiples">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change places
          <div key={index} className="h-38 p-4">
            {isLate ? <Skeleton className="h-3 w-24" /> : null}
          </div>
        ))}
      </div>
    </div>
  )
}
