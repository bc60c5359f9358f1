/** Figures of each day, drawn by themselves and as tables. */
import { ChartLine, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatDay, formatSigned, formatWhole, shorten } from '#lib/format.ts'
import { formatScale } from '#lib/format-scale.ts'
import { LineChart } from '#ui/chart.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import type { AccountInsights } from '../queries/insights.ts'
import { DAY_FIGURES, type DayFigure, openDays, pointsOf } from '../rules.ts'
import { texts } from '../texts/account.ts'

const words = texts.charts
const HEIGHT = 200
const step = (change: number): string => words.step(formatSigned(change))

export function DayCharts({ shown }: { readonly shown: AccountInsights }) {
  const open = openDays(shown.days)
  return (
    <section aria-labelledby="insight-days">
      <h2 id="insight-days" className="sr-only">
        {words.title}
      </h2>
      <div className="grid gap-4 broad:grid-cols-2">
        {DAY_FIGURES.map((figure) => (
          <DayChart key={figure} figure={figure} shown={shown} />
        ))}
      </div>
      <p className="insights-note mt-2">
        {words.clocks(shown.timeZone)} {open > 0 ? words.open(open) : ''}
      </p>
    </section>
  )
}

function DayChart({ figure, shown }: { readonly figure: DayFigure; readonly shown: AccountInsights }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const [title, note] = texts.days[figure]
  const { days, to } = shown
  const points = useMemo(() => pointsOf(days, figure), [days, figure])
  // A range that is not read yet is no gap: it begins where the days do.
  const from = days[0]?.day ?? shown.from
  const hasAny = points.some(({ value }) => value !== null)
  return (
    <Panel aria-label={title}>
      <header className="flex min-h-10 items-start gap-3 px-5 pt-4 pb-1">
        <div className="min-w-0 flex-1">
          <h3 className="text-panel">{title}</h3>
          <p className="text-note text-ink-3">{note}</p>
        </div>
        {hasAny ? (
          <IconButton
            size="small"
            className="-my-1 -mr-2"
            icon={view === 'chart' ? <Table2 /> : <ChartLine />}
            label={view === 'chart' ? texts.showTable : texts.showChart}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          />
        ) : null}
      </header>
      <div className="mb-3">
        {hasAny ? (
          <LineChart
            label={words.summary(title, formatDay(from, true), formatDay(to, true))}
            valueLabel={title}
            points={points}
            from={from}
            to={to}
            wholeNumbers
            view={view}
            height={HEIGHT}
            formatScale={formatScale}
            formatLast={shorten}
            formatExact={formatWhole}
            formatRead={(value) => words.read(formatWhole(value), title)}
            formatStep={step}
          />
        ) : (
          <p className="grid place-content-center px-5 text-label text-ink-3" style={{ height: HEIGHT }}>
            {words.none}
          </p>
        )}
      </div>
    </Panel>
  )
}
