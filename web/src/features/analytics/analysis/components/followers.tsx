/** The follower line of a period and the slow change below it, on the same days. Loading, failed, none, and drawn. */
import { useQuery } from '@tanstack/react-query'
import { daysCounted } from '#lib/days.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { metricHistory } from '../../metrics/queries/metrics.ts'
import type { Analysis, Move } from '../queries/analysis.ts'
import { yearBefore } from '../rules/period.ts'
import { texts } from '../texts/growth.ts'
import type { View } from './answer-panel.tsx'
import { FollowerChart } from './follower-chart.tsx'
import { TrendBand } from './trend-band.tsx'

interface FollowersProps {
  readonly accountId: number
  readonly analysis: Analysis
  readonly showsBefore: boolean
  readonly open: Move | undefined
  readonly onDay: (day: string) => void
  readonly view: View
}

const PLACE = 'px-1 pt-3.5 desk:px-3'
/** A longer period is drawn from its first figures on. */
const DRAWN_WHOLE_DAYS = 366

export function Followers({ accountId, analysis, showsBefore, open, onDay, view }: FollowersProps) {
  const { period, moves, growth } = analysis
  const history = useQuery(metricHistory(accountId, period.from, period.to))
  const earlier = yearBefore(period)
  const before = useQuery({ ...metricHistory(accountId, earlier.from, earlier.to), enabled: showsBefore })
  if (history.isPending) {
    return (
      <div className={PLACE} data-skeleton="">
        <Skeleton className="mx-4 mb-4 h-86" />
      </div>
    )
  }
  if (!history.data) {
    return <QueryFailed title={texts.growth.historyFailed} query={history} />
  }
  const first = history.data.find(({ followers }) => followers !== null)
  if (!first) return <p className="px-6 py-10 text-center text-label text-ink-2">{texts.growth.noFigures}</p>
  const shown = daysCounted(period.from, period.to) > DRAWN_WHOLE_DAYS ? { from: first.date, to: period.to } : period
  return (
    <>
      <div className={PLACE}>
        <FollowerChart
          history={history.data}
          before={showsBefore ? before.data : undefined}
          period={shown}
          moves={moves}
          open={open}
          onOpen={onDay}
          view={view}
        />
        {growth.breaks.some(({ day }) => day > first.date) && view === 'chart' ? (
          <p className="pr-4 pb-3 pl-14 text-caption text-ink-3">{texts.growth.broken}</p>
        ) : (
          <div className="h-2" />
        )}
      </div>
      {growth.trend.length > 1 ? <TrendBand trend={growth.trend} period={shown} view={view} /> : null}
    </>
  )
}
