/** The picture of one measure: a line with its scale, the band of the place, the median, and every account as a dot. */
import type { stripGeometry } from '../rules/strip.ts'
import { formatTicks } from '../rules/words.ts'
import { texts } from '../texts/peers.ts'

export const STRIP_HEIGHT = 78
export const STRIP_MIDDLE = 28

interface StripDrawingProps {
  readonly geometry: NonNullable<ReturnType<typeof stripGeometry>>
  readonly measure: Parameters<typeof formatTicks>[0]
  readonly width: number
  /** The account that is looked at. */
  readonly hotId: number | undefined
}

export function StripDrawing({ geometry, measure, width, hotId }: StripDrawingProps) {
  const tickLabels = formatTicks(
    measure,
    geometry.ticks.map(({ value }) => value),
  )
  return (
    <svg width={width} height={STRIP_HEIGHT} className="block overflow-visible select-none" aria-hidden>
      {geometry.band ? (
        <rect className="strip-band" x={geometry.band.x} width={geometry.band.width} y="15" height="27" rx="6" />
      ) : null}
      <line className="strip-line" x1="0" x2={width} y1={STRIP_MIDDLE + 0.5} y2={STRIP_MIDDLE + 0.5} />
      {geometry.medianX === null ? null : (
        <>
          <line className="strip-median" x1={geometry.medianX} x2={geometry.medianX} y1="14" y2="43" />
          <text x={geometry.medianX} y="58" textAnchor="middle">
            {texts.peers.median}
          </text>
        </>
      )}
      {geometry.dots.map(({ accountId, x, y }) => (
        <circle
          key={accountId}
          className="strip-dot"
          data-hot={accountId === hotId || undefined}
          cx={x}
          cy={y}
          r={geometry.radius}
        />
      ))}
      {geometry.ownX === null ? null : <circle className="strip-own" cx={geometry.ownX} cy={STRIP_MIDDLE} r="7.5" />}
      {geometry.ticks.map(({ x, value }, index) => (
        <text key={value} x={x} y="74" textAnchor="middle">
          {tickLabels[index]}
        </text>
      ))}
    </svg>
  )
}
