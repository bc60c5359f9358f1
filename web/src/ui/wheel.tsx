const SEGMENTS = 8
const CENTRE = 9
const GAP = 0.11

function handlePoint(radius: number, angle: number): string {
  return `${(CENTRE + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE + radius * Math.sin(angle)).toFixed(2)}`
}

const segmentsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const from = (index / count) * 2 * Math.PI - Math.PI / 2 + GAP
    const to = ((index + 1) / count) * 2 * Math.PI - Math.PI / 2 - GAP
    return `M${handlePoint(2.3, (from + to) / 2)}L${handlePoint(6.6, from)}A6.6 6.6 0 0 1 ${handlePoint(6.6, to)}Z`
  })
const segments = segmentsOf(SEGMENTS)

interface WheelProps {
  /** 0 to 1: how many of the segments are filled. The figure itself stands beside it in words. */
  readonly progress?: number
  /** Of what has its own number of parts; eight unless given. */
  readonly parts?: number
  /** Runs round while something without a known end is going on. */
  readonly spinning?: boolean
  readonly className?: string
}

/** The cut fruit: it counts whatever has parts, and runs while something is busy. Decoration for readers. */
export function Wheel({ progress = 0, parts = SEGMENTS, spinning = false, className = '' }: WheelProps) {
  const filled = spinning ? 3 : Math.round(progress * parts)
  return (
    <svg
      className={`wheel ${className}`}
      viewBox="0 0 18 18"
      aria-hidden="true"
      data-spinning={spinning ? '' : undefined}
    >
      <circle
        cx={CENTRE}
        cy={CENTRE}
        r="8.1"
        fill="none"
        strokeWidth="1.1"
        stroke={!spinning && progress >= 1 ? 'var(--mark)' : 'var(--line-2)'}
      />
      {(parts === SEGMENTS ? segments : segmentsOf(parts)).map((path, index) => (
        <path
          key={path}
          d={path}
          fill={index < filled ? 'var(--mark)' : 'var(--line-2)'}
          style={spinning ? { animationDelay: `${index * 120 - 960}ms` } : undefined}
        />
      ))}
    </svg>
  )
}
