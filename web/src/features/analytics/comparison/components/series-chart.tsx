/**
 * Up to five lines over the same days: names and figures at the line ends, one guide with every exact value. The pointer or the
 * arrow keys read it, a table says the same. A gap is a break with dots at both ends; a change of source stops the line.
 */
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react'
import { addDays } from '#lib/days.ts'
import { formatDay, formatScale } from '#lib/format.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useWidth } from '#lib/use-width.ts'
import { type PlacedSeries, type SeriesGeometry, seriesGeometry } from '../rules/geometry.ts'
import { sayDay } from '../rules/sentence.ts'
import type { Comparison, Scale } from '../rules/series.ts'
import { texts } from '../texts.ts'
import { EndLabels, formatExact, ReadingBox, readRows } from './series-labels.tsx'

interface SeriesChartProps {
  readonly comparison: Comparison
  readonly scale: Scale
}

const HEIGHTS = { wide: 372, phone: 320 }
const NAME_LETTER = 7
const PHONE_NAMES = 112
const NAMES_MAX = 236
/** Of the figure at a line's end, with the room before the name. */
const FIGURE_ROOM = 72

const formatIndexScale = (values: readonly number[]): string[] => {
  const digits = values.every((value) => Number.isInteger(value)) ? 0 : 1
  return values.map((value) => value.toFixed(digits))
}

export function SeriesChart({ comparison, scale }: SeriesChartProps) {
  const { from, to, series } = comparison
  const isPhone = useMediaQuery('(max-width: 599px)')
  const { measure, width } = useWidth<HTMLDivElement>()
  const help = useId()
  const height = isPhone ? HEIGHTS.phone : HEIGHTS.wide
  const longest = Math.max(0, ...series.map(({ username }) => username.length))
  const right = isPhone ? PHONE_NAMES : Math.min(NAMES_MAX, (longest + 1) * NAME_LETTER + FIGURE_ROOM)
  const geometry = useMemo(
    () =>
      seriesGeometry({
        series,
        scale,
        from,
        to,
        width,
        height,
        right,
        formatScale: scale === 'indexed' ? formatIndexScale : formatScale,
      }),
    [series, scale, from, to, width, height, right],
  )
  const [read, setRead] = useState<string | null>(null)
  const day = geometry && read && read >= from && read <= to ? read : null

  const readDay = (next: string): void => {
    setRead(next < from ? from : next > to ? to : next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setRead(null)
    const target = {
      ArrowLeft: day ? addDays(day, -1) : to,
      ArrowRight: day ? addDays(day, 1) : to,
      Home: from,
      End: to,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    readDay(target)
  }
  const onPointer = (event: { clientX: number; currentTarget: Element }): void => {
    if (!geometry) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    if (x < geometry.plot.left - 12 || x > geometry.plot.right + 12) setRead(null)
    else if (geometry.dayAt(x) !== day) readDay(geometry.dayAt(x))
  }
  const rows = geometry && day ? readRows(geometry, day) : []
  const label = texts.series.chart(
    texts.series[scale],
    sayDay(comparison.base ?? from, comparison),
    series.flatMap((one) => endText(one.username, geometry?.placed, scale)).join(', '),
  )
  return (
    <div ref={measure} className="relative" style={{ height }}>
      {geometry ? (
        <>
          <div
            className="rounded-control focus-visible:-outline-offset-2"
            role="application"
            aria-roledescription="chart"
            aria-label={label}
            aria-describedby={help}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is read with the arrow keys
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onPointerLeave={() => setRead(null)}
            onBlur={() => setRead(null)}
          >
            <svg
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
              className="block select-none"
              aria-hidden
            >
              <Drawing geometry={geometry} />
              {day ? <Guide geometry={geometry} day={day} /> : null}
            </svg>
          </div>
          <EndLabels geometry={geometry} scale={scale} isPhone={isPhone} />
          {day ? <ReadingBox geometry={geometry} day={day} rows={rows} scale={scale} width={width} /> : null}
        </>
      ) : null}
      <p id={help} className="sr-only">
        {texts.series.readingHelp}
      </p>
      <p className="sr-only" aria-live="polite">
        {day
          ? `${formatDay(day, true)}: ${rows
              .map(({ name, value }) => `@${name} ${value === null ? texts.series.noData : formatExact(value, scale)}`)
              .join(', ')}`
          : ''}
      </p>
    </div>
  )
}

function endText(username: string, placed: readonly PlacedSeries[] | undefined, scale: Scale): string[] {
  const last = placed?.find(({ series }) => series.username === username)?.last
  return last ? [texts.series.chartValue(username, formatExact(last.value, scale))] : []
}

/** Everything but the reading: drawn once for each geometry. */
const Drawing = /* @__PURE__ */ memo(function Drawing({ geometry }: { geometry: SeriesGeometry }) {
  const { plot, yTicks, xTicks, placed, gaps, breaks, startsAt } = geometry
  return (
    <>
      <g className="series-scale">
        {yTicks.map(({ y, label, isBase }) => (
          <g key={y}>
            <line x1={plot.left} x2={plot.right} y1={y} y2={y} data-base={isBase || undefined} />
            <text x={plot.left - 10} y={y + 3.5} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {xTicks.map(({ x, label }) => (
          <text key={x} x={x} y={plot.bottom + 22} textAnchor="middle">
            {label}
          </text>
        ))}
        {startsAt === null ? null : (
          <text x={plot.left} y={plot.bottom + 42}>
            {texts.series.axisStarts(startsAt)}
          </text>
        )}
        {gaps.map(({ x, y }) => (
          <text key={`${x} ${y}`} x={x} y={y} textAnchor="middle" data-over="">
            {texts.series.noData}
          </text>
        ))}
        <Breaks geometry={geometry} breaks={breaks} />
      </g>
      {placed
        .map(({ series, lines, dots }, index) => ({ series, lines, dots, index }))
        .reverse()
        .map(({ series, lines, dots, index }) => (
          <g key={series.accountId} className="series-line" data-series={index + 1}>
            {lines.map((path) => (
              <path key={path} d={path} />
            ))}
            {dots.map(({ x, y }) => (
              <circle key={`${x} ${y}`} cx={x} cy={y} r="2.5" />
            ))}
          </g>
        ))}
      {placed.map(({ series, last }, index) =>
        last ? (
          <g key={series.accountId} className="series-line" data-series={index + 1}>
            {Math.abs(last.labelY - last.y) > 2 ? (
              <path className="series-lead" d={`M${last.x + 5} ${last.y}L${plot.right + 10} ${last.labelY}`} />
            ) : null}
            <circle cx={last.x} cy={last.y} r="4" className="stroke-surface" strokeWidth="2" />
          </g>
        ) : null,
      )}
    </>
  )
})

const BREAK_LETTER = 6

/** Dotted, with both names where there is room for them. */
function Breaks({ geometry: { plot }, breaks }: { geometry: SeriesGeometry; breaks: SeriesGeometry['breaks'] }) {
  const { sources, brokenLine } = texts.series
  let free = plot.left
  return breaks.map(({ x, series, before, after }) => {
    const label = brokenLine(series.username, sources[before.source], sources[after.source])
    const half = (label.length * BREAK_LETTER) / 2
    const labelX = Math.max(plot.left + half, Math.min(plot.right - half, x))
    const fits = labelX - half >= free && half * 2 <= plot.right - plot.left
    if (fits) free = labelX + half + BREAK_LETTER
    return (
      <g key={`${series.accountId} ${after.day}`}>
        <line className="series-break" x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
        {fits ? (
          <text x={labelX} y={plot.top - 7} textAnchor="middle" className="fill-ink-2">
            {label}
          </text>
        ) : null}
      </g>
    )
  })
}

function Guide({ geometry: { plot, placed, xOf }, day }: { geometry: SeriesGeometry; day: string }) {
  const x = xOf(day)
  return (
    <g pointerEvents="none">
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} className="stroke-control" />
      {placed.map(({ series, byDay }, index) => {
        const point = byDay.get(day)
        return point ? (
          <circle key={series.accountId} className="series-ring" data-series={index + 1} cx={x} cy={point.y} r="4" />
        ) : null
      })}
    </g>
  )
}
