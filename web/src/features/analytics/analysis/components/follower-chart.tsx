/** Followers per day with the year before, breaks, gaps and the days that stand out. The list below is the marks' twin. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { useMemo } from 'react'
import { formatDay, formatSigned, formatWhole, shorten } from '#lib/format.ts'
import { formatScale } from '#lib/format-scale.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { LineChart } from '#ui/chart.tsx'
import type { ChartGeometry } from '#ui/chart-geometry.ts'
import type { ChartPoint } from '#ui/chart-points.ts'
import type { Move } from '../queries/analysis.ts'
import { MARK_RADIUS, type PlacedMark, placeMarks, placeName } from '../rules/marks.ts'
import { markLabel } from '../rules/moves.ts'
import { afterAYear, type Period } from '../rules/period.ts'
import { texts } from '../texts/growth.ts'
import type { View } from './answer-panel.tsx'
import { MoveSign } from './move-sign.tsx'

interface FollowerChartProps {
  readonly history: readonly MetricHistoryEntry[]
  /** Of the year before; undefined where it is not shown. */
  readonly before: readonly MetricHistoryEntry[] | undefined
  readonly period: Period
  readonly moves: readonly Move[]
  readonly open: Move | undefined
  readonly onOpen: (day: string) => void
  readonly view: View
}

const LABEL_HEIGHT = 16
const HEIGHTS = { wide: 344, phone: 280 }
const read = (value: number): string => texts.growth.followersRead(formatWhole(value))
const step = (change: number): string => texts.growth.step(formatSigned(change))

export function FollowerChart({ history, before, period, moves, open, onOpen, view }: FollowerChartProps) {
  const isPhone = useMediaQuery('(max-width: 599px)')
  const points = useMemo(() => history.map((entry) => pointOf(entry, entry.date)), [history])
  const pale = useMemo(() => before?.map((entry) => pointOf(entry, afterAYear(entry.date))), [before])
  const known = points.filter(({ value }) => value !== null)
  const [first, last] = [known[0]?.value, known.at(-1)?.value]
  return (
    <LineChart
      view={view}
      label={texts.growth.label(
        formatDay(period.from, true),
        formatDay(period.to, true),
        shorten(first),
        shorten(last),
      )}
      valueLabel={texts.growth.followers}
      points={points}
      before={pale}
      from={period.from}
      to={period.to}
      wholeNumbers
      height={isPhone ? HEIGHTS.phone : HEIGHTS.wide}
      formatScale={formatScale}
      formatLast={shorten}
      formatExact={formatWhole}
      formatRead={read}
      formatStep={step}
      overlay={(geometry) => <Overlay geometry={geometry} moves={moves} open={open} onOpen={onOpen} />}
    />
  )
}

function pointOf({ followers, source, isCountsBreak }: MetricHistoryEntry, day: string): ChartPoint {
  return { day, value: followers, source: texts.growth.sources[source], isBreak: isCountsBreak }
}

interface OverlayProps {
  geometry: ChartGeometry
  moves: readonly Move[]
  open: Move | undefined
  onOpen: (day: string) => void
}

/** For the pointer only: keyboard and readers have the list. */
function Overlay({ geometry, moves, open, onOpen }: OverlayProps) {
  const marks = placeMarks(
    moves.map((move) => ({ day: move.day, label: markLabel(move), isRise: move.change > 0 })),
    geometry.placed,
    geometry.plot,
  )
  return (
    <>
      <YearBefore geometry={geometry} marks={marks} />
      {marks.map(({ day, x, y, lineY, label }) => {
        const move = moves.find((each) => each.day === day)
        if (!move) return null
        const isOpen = move === open
        const isBelow = y > lineY
        const length = Math.max(0, Math.abs(y - lineY) - 2 * MARK_RADIUS)
        const anchored =
          label?.anchor === 'end' ? { right: `calc(100% - ${x + MARK_RADIUS}px)` } : { left: x - MARK_RADIUS }
        return (
          <div key={day} aria-hidden="true">
            <span
              className="move-lead"
              style={{ left: x, top: isBelow ? lineY + MARK_RADIUS : y + MARK_RADIUS, height: length }}
            />
            <button
              type="button"
              tabIndex={-1}
              className="move-mark"
              data-end={label?.anchor === 'end' || undefined}
              style={{ ...anchored, top: y - MARK_RADIUS }}
              title={label ? undefined : markLabel(move)}
              onClick={() => onOpen(day)}
            >
              <MoveSign move={move} isOpen={isOpen} />
              {label ? (
                <span className="move-words" data-open={isOpen || undefined}>
                  {label.text}
                </span>
              ) : null}
            </button>
          </div>
        )
      })}
    </>
  )
}

interface YearBeforeProps {
  geometry: ChartGeometry
  marks: readonly PlacedMark[]
}

/** The last value of the pale line, and its name where neither line nor mark is. */
function YearBefore({ geometry: { pale, placed, last, plot, yTicks }, marks }: YearBeforeProps) {
  const end = pale.last
  if (!end) return null
  const y = last && Math.abs(last.y - end.y) < LABEL_HEIGHT ? last.y + (end.y < last.y ? -1 : 1) * LABEL_HEIGHT : end.y
  const points = [...placed, ...pale.placed]
  const gridYs = yTicks.map((tick) => tick.y)
  const name = { text: texts.growth.yearBefore, end, isRising: pale.isRising, points, gridYs, marks }
  return (
    <div className="pointer-events-none text-[11px] text-ink-3" aria-hidden="true">
      <span className="absolute -translate-y-1/2" style={{ left: end.x + 9, top: y }}>
        {end.label}
      </span>
      <span
        className="absolute -translate-x-full -translate-y-1/2 whitespace-nowrap"
        style={{ left: end.x - 6, top: placeName(name, plot) }}
      >
        {texts.growth.yearBefore}
      </span>
    </div>
  )
}
