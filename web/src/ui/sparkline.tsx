/** A small line without a scale: which way, not how much. Decoration for readers, the figures stand beside it. */
import { memo } from 'react'

interface SparklineProps {
  /** Oldest first. Fewer than two are no history: a dashed line. */
  readonly values: readonly number[]
  readonly width?: number
  readonly height?: number
  /** Grey instead of the accent: for what falls, or is neither good nor bad. */
  readonly quiet?: boolean
  /** The first value of another source or method: a dashed mark stands before it, and no line crosses the mark. */
  readonly cutAt?: number | undefined
  /** There is nothing newer: the line ends in dots. */
  readonly isOld?: boolean
  /** The period before, as a pale line on the same scale. */
  readonly before?: readonly number[]
  readonly className?: string
}

const EDGE = 3

export const Sparkline = /* @__PURE__ */ memo(function Sparkline({
  values,
  width = 72,
  height = 24,
  quiet = false,
  cutAt,
  isOld = false,
  before = [],
  className,
}: SparklineProps) {
  const frame = { width, height, className, viewBox: `0 0 ${width} ${height}` }
  if (values.length < 2) {
    return (
      <svg {...frame} aria-hidden="true">
        <path d={`M1 ${height / 2 + 0.5}h${width - 5}`} className="stroke-line-2" strokeDasharray="2 3" />
      </svg>
    )
  }
  const all = [...values, ...before]
  const high = Math.max(...all)
  const low = Math.min(...all)
  // Counts differ by ten, rates by half a point, both by 2 % before they fill the height: one more is no cliff.
  const span = Math.max(high - low, values.every(Number.isInteger) ? 10 : 0.5, high * 0.02)
  const middle = (high + low) / 2
  const room = isOld ? (width - 5) * 0.75 : width - 5
  const place = (series: readonly number[]): { x: number; y: number }[] =>
    series.map((value, index) => ({
      x: 1 + (index * room) / (series.length - 1),
      y: height / 2 - ((value - middle) / span) * (height - 2 * EDGE),
    }))
  const cut = cutAt !== undefined && cutAt > 0 && cutAt < values.length ? cutAt : 0
  const points = place(values)
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const middleOfCut = ((points[cut - 1]?.x ?? 0) + (points[cut]?.x ?? 0)) / 2
  return (
    <svg {...frame} aria-hidden="true" className={`${quiet ? 'text-ink-3' : 'text-mark'} ${className ?? ''}`}>
      {before.length > 1 ? <path d={lineOf(place(before))} className="stroke-line-2" {...STROKE} /> : null}
      {cut > 0 ? (
        <>
          <path d={lineOf(points.slice(0, cut))} className="stroke-control" {...STROKE} />
          <path
            d={`M${middleOfCut.toFixed(1)} 1V${height - 1}`}
            className="stroke-blue-mark"
            strokeWidth="1.25"
            strokeDasharray="2 2"
          />
        </>
      ) : null}
      <path d={lineOf(points.slice(cut))} stroke="currentColor" {...STROKE} />
      {isOld ? (
        <path
          d={`M${end.x.toFixed(1)} ${end.y.toFixed(1)}H${width - 4}`}
          stroke="currentColor"
          strokeDasharray="1.5 3"
          strokeWidth="1.5"
        />
      ) : (
        <circle cx={end.x} cy={end.y} r="2" fill="currentColor" />
      )}
    </svg>
  )
})

const STROKE = { fill: 'none', strokeWidth: '1.5', strokeLinejoin: 'round', strokeLinecap: 'round' } as const

function lineOf(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
