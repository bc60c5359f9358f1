/** The reading of a chart at one day: a guide in the picture, and a box with the exact value. */
import type { ChartGeometry } from './chart-geometry.ts'
import type { PlacedPoint } from './chart-points.ts'

interface Reading {
  /** Null in a gap. */
  point: PlacedPoint | null
  day: string
  x: number
  /** Place among the points with data. */
  index: number | null
}

/** Null where the picture no longer shows this day. */
export function readingOf(geometry: ChartGeometry, day: string): Reading | null {
  const x = geometry.xOf(day)
  const index = geometry.placed.findIndex((point) => point.day === day)
  return x === null ? null : { point: geometry.placed[index] ?? null, day, x, index: index < 0 ? null : index }
}

export function missingText(point: PlacedPoint | null | undefined): string {
  const missing = point?.missingBefore ?? 0
  return missing === 0 ? '' : `, after ${missing === 1 ? '1 day' : `${missing} days`} without data`
}

export function Guide({ geometry, x, point }: { geometry: ChartGeometry; x: number; point: PlacedPoint | null }) {
  const { top, bottom } = geometry.plot
  return (
    <g pointerEvents="none">
      <line x1={x} x2={x} y1={top} y2={bottom} className="stroke-control" />
      {point ? <circle cx={x} cy={point.y} r="4.5" className="fill-surface stroke-mark" strokeWidth="2" /> : null}
    </g>
  )
}

interface BoxProps {
  geometry: ChartGeometry
  reading: Reading
  value: string
  step: string
  day: string
  hint: string | undefined
}

/** Left of the guide and above the ring, so that it covers neither; right of it where there is no room. */
export function ReadingBox({ geometry, reading, value, step, day, hint }: BoxProps) {
  const { plot } = geometry
  const onRight = reading.x < plot.left + (plot.right - plot.left) * 0.42
  const y = Math.max(
    plot.top + 44 + (step ? 18 : 0) + (hint ? 18 : 0),
    (reading.point?.y ?? (plot.top + plot.bottom) / 2) - 12,
  )
  return (
    <div
      className={`pointer-events-none absolute rounded-control bg-raised px-2.5 py-1.5 text-[12px]/[18px] whitespace-nowrap [box-shadow:var(--lift)] ${onRight ? '[translate:0_-100%]' : '[translate:-100%_-100%]'}`}
      style={{ left: reading.x + (onRight ? 10 : -10), top: y }}
      aria-hidden="true"
    >
      <b className="block text-label font-[590]">{value}</b>
      {step ? <span className="block text-ink-2">{step}</span> : null}
      <span className="text-ink-3">{day}</span>
      {hint ? <span className="block text-accent-ink">{hint}</span> : null}
    </div>
  )
}
