import { memo } from 'react'
import type { ChartGeometry } from './chart-geometry.ts'

const NO_DATA = 'No data'
const AXIS_STARTS = 'The axis starts at'

/** Everything but the reading: drawn once for each geometry. */
export const ChartDrawing = /* @__PURE__ */ memo(function ChartDrawing({ geometry }: { geometry: ChartGeometry }) {
  const { plot, yTicks, xTicks, lines, gaps, breaks, startsAt, dots, last, dense, pale } = geometry
  return (
    <>
      {gaps.map((gap) => (
        <rect
          key={gap.x}
          x={gap.x}
          y={plot.top}
          width={gap.width}
          height={plot.bottom - plot.top}
          className="fill-ink"
          opacity="0.025"
        />
      ))}
      <g className="fill-ink-3 text-[11px] font-medium">
        {yTicks.map((tick) => (
          <g key={tick.y}>
            <line x1={plot.left} x2={plot.right} y1={tick.y} y2={tick.y} className="stroke-line" />
            <text x={plot.left - 10} y={tick.y + 3.5} textAnchor="end">
              {tick.label}
            </text>
          </g>
        ))}
        {xTicks.map((tick) => (
          <text key={tick.x} x={tick.x} y={plot.bottom + 22} textAnchor="middle">
            {tick.label}
          </text>
        ))}
        {gaps.map((gap) =>
          gap.labelled ? (
            <text key={gap.x} x={gap.x + gap.width / 2} y={plot.bottom - 8} textAnchor="middle">
              {NO_DATA}
            </text>
          ) : null,
        )}
        {startsAt === null ? null : (
          <text x={plot.left} y={plot.bottom + 40}>
            {AXIS_STARTS} {startsAt}
          </text>
        )}
        {breaks.map(({ x, label, labelX }) => (
          <g key={x} className="fill-ink-2">
            <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} className="stroke-control" strokeDasharray="1 3" />
            <text x={labelX} y={plot.top - 5} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
      </g>
      {pale.lines.map((line) => (
        <path key={line} d={line} fill="none" className="stroke-(--pale)" strokeWidth="1.5" strokeLinejoin="round" />
      ))}
      {lines.map(({ key, line }) => (
        <path
          key={key}
          d={line}
          fill="none"
          className="stroke-mark"
          strokeWidth={dense ? 1.5 : 2}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {dots.map((dot) => (
        <circle key={dot.x} cx={dot.x} cy={dot.y} r="2.5" className="fill-mark" />
      ))}
      {last ? (
        <>
          <circle cx={last.x} cy={last.y} r="3.5" className="fill-mark stroke-surface" strokeWidth="2" />
          <text x={last.x + 9} y={last.y + 4} className="fill-ink text-[12px] font-[600]">
            {last.label}
          </text>
        </>
      ) : null}
    </>
  )
})
