/** The lines of several accounts, drawn: the scale, the runs, the breaks, and the guide at a day. */
import { memo } from 'react'
import type { SeriesGeometry } from '../rules/geometry.ts'
import { texts } from '../texts/compare.ts'

/** Everything but the reading: drawn once for each geometry. */
export const Drawing = /* @__PURE__ */ memo(function Drawing({ geometry }: { geometry: SeriesGeometry }) {
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

export function Guide({ geometry: { plot, placed, xOf }, day }: { geometry: SeriesGeometry; day: string }) {
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
