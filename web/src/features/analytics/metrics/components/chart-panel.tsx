/** One chart with its title, its table twin, and what it says where there is nothing to draw. */
import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { daysCounted } from '#lib/days.ts'
import { Button } from '#ui/button.tsx'
import { LineChart, type LineChartProps } from '#ui/chart.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { seriesRange } from '../rules/ranges.ts'
import { texts } from '../texts/history.ts'

export const CHART_HEIGHT = 232

interface ChartPanelProps extends Omit<LineChartProps, 'label' | 'view' | 'height'> {
  title: string
  caption: string | null
  heading: string
  stale: boolean
  onShowAll: (() => void) | undefined
}

export function ChartPanel({ title, caption, heading, stale, onShowAll, ...chart }: ChartPanelProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const ends = seriesRange(chart.points, chart.from, chart.to)
  const summary = ends
    ? texts.charts.summary(title, heading, chart.formatLast(ends.first), chart.formatLast(ends.last))
    : `${title}, ${heading}`
  const label = chart.points.some(({ isBreak }) => isBreak) ? texts.charts.broken(summary) : summary
  return (
    <Panel aria-label={title} className={stale ? 'opacity-60' : ''} aria-busy={stale}>
      <ChartHead title={title} caption={ends ? caption : null}>
        {ends ? (
          <IconButton
            size="small"
            className="-my-1 -mr-2"
            icon={view === 'chart' ? <Table2 /> : <ChartLine />}
            label={view === 'chart' ? texts.charts.showTable : texts.charts.showChart}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          />
        ) : null}
      </ChartHead>
      {ends ? (
        <div className="mb-2">
          <LineChart {...chart} label={label} view={view} height={CHART_HEIGHT} />
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
          style={{ height: CHART_HEIGHT }}
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

export function ChartHead({
  title,
  caption,
  children,
}: {
  title: string
  caption: string | null
  children?: ReactNode
}) {
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
