/** A small line without a scale: which way, not how much. Decoration for readers, the figures stand beside it. */
import { memo } from 'react'

interface SparklineProps {
  /** Oldest first. Fewer than two are no history: a dashed line. */
  readonly values: readonly number[]
  readonly width?: number
  readonly height?: number
  /** Grey instead of the accent: for what falls, or is neither good nor bad. */
  readonly quiet?: boolean
  readonly className?: string
}

const EDGE = 3

export const Sparkline = /* @__PURE__ */ memo(function Sparkline({
  values,
  width = 72,
  height = 24,
  quiet = false,
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
  const high = Math.max(...values)
  const low = Math.min(...values)
  // Counts differ by ten, rates by half a point, both by 2 % before they fill the height: one more is no cliff.
  const span = Math.max(high - low, values.every(Number.isInteger) ? 10 : 0.5, high * 0.02)
  const middle = (high + low) / 2
  const points = values.map((value, index) => {
    const x = 1 + (index * (width - 5)) / (values.length - 1)
    const y = height / 2 - ((value - middle) / span) * (height - 2 * EDGE)
    return { x, y }
  })
  const line = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const end = points.at(-1) ?? { x: 0, y: 0 }
  return (
    <svg {...frame} aria-hidden="true" className={`${quiet ? 'text-ink-3' : 'text-mark'} ${className ?? ''}`}>
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={end.x} cy={end.y} r="2" fill="currentColor" />
    </svg>
  )
})
