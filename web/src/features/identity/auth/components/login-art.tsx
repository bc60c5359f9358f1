/** The picture of the sign-in page: half a tangelo, each segment a small line chart. Always the same; decoration. */
import './login.css'

const CENTRE = { x: 600, y: 470 }
const RADIUS = 470
const CORE = 54
const FLESH = RADIUS - 40
const GAP = 0.045
const TURN = 0.13
/** How full each segment is along its chart, from one wall to the other: shares of the way outwards. */
const CHARTS = [
  [0.6, 0.63, 0.62, 0.68, 0.73, 0.75, 0.8, 0.86],
  [0.78, 0.76, 0.79, 0.83, 0.82, 0.86, 0.85, 0.88],
  [0.55, 0.56, 0.6, 0.59, 0.64, 0.69, 0.7, 0.74],
  [0.82, 0.79, 0.77, 0.8, 0.78, 0.74, 0.76, 0.79],
  [0.66, 0.69, 0.73, 0.72, 0.75, 0.74, 0.78, 0.77],
  [0.84, 0.88, 0.86, 0.83, 0.85, 0.81, 0.8, 0.76],
  [0.58, 0.57, 0.62, 0.66, 0.64, 0.67, 0.65, 0.61],
  [0.7, 0.73, 0.74, 0.71, 0.76, 0.8, 0.82, 0.86],
  [0.76, 0.74, 0.7, 0.72, 0.68, 0.7, 0.74, 0.73],
  [0.64, 0.66, 0.71, 0.7, 0.74, 0.79, 0.78, 0.82],
]
const DEPTHS = [0.5, 0.34, 0.62, 0.42, 0.72, 0.38, 0.56, 0.46, 0.66, 0.4]

type Point = readonly [x: number, y: number]

function at(radius: number, angle: number): Point {
  return [CENTRE.x + radius * Math.cos(angle), CENTRE.y + radius * Math.sin(angle)]
}

function text(...points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')
}

/** A smooth curve through all points (Catmull-Rom, written as Béziers). */
function curve(points: readonly Point[]): string {
  const steps = points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const before = points[index - 1] ?? from
    const after = points[index + 2] ?? to
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const arrive: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${text(leave, arrive, to)}`
  })
  return `M${text(...points.slice(0, 1))}${steps.join('')}`
}

/** The wall of a segment: a wedge with two round outer corners. */
function wall(from: number, to: number): string {
  const corner = 26
  const bend = 0.07
  return [
    `M${text(at(CORE, (from + to) / 2))}`,
    `L${text(at(FLESH - corner, from))}`,
    `Q${text(at(FLESH, from), at(FLESH, from + bend))}`,
    `A${FLESH} ${FLESH} 0 0 1 ${text(at(FLESH, to - bend))}`,
    `Q${text(at(FLESH, to), at(FLESH - corner, to))}Z`,
  ].join('')
}

const segments = CHARTS.map((chart, index) => {
  const from = (index / CHARTS.length) * 2 * Math.PI + TURN + GAP
  const to = ((index + 1) / CHARTS.length) * 2 * Math.PI + TURN - GAP
  const points = chart.map((share, step) =>
    at(CORE + (FLESH - CORE) * share, from - 0.03 + ((to - from + 0.06) * step) / (chart.length - 1)),
  )
  const [x, y] = points[4] ?? [0, 0]
  return { id: `segment-${index}`, wall: wall(from, to), line: curve(points), dot: { x, y }, depth: DEPTHS[index] }
})

export function LoginArt() {
  return (
    <div className="relative overflow-hidden border-l border-line bg-wash [&>svg]:size-full [&>svg]:inset-0 [&>svg]:absolute max-desk:hidden">
      <svg aria-hidden="true" viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice">
        <circle
          cx={CENTRE.x}
          cy={CENTRE.y}
          r={RADIUS}
          fill="var(--surface)"
          stroke="var(--tangerine)"
          strokeWidth="10"
        />
        {segments.map(({ id, wall, line, dot, depth }) => (
          <g key={id} clipPath={`url(#${id})`}>
            <clipPath id={id}>
              <path d={wall} />
            </clipPath>
            <rect width="1200" height="1200" fill="var(--wash-2)" />
            <path d={`${line}L${CENTRE.x} ${CENTRE.y}Z`} fill="var(--tangerine)" opacity={depth} />
            <path d={line} fill="none" stroke="var(--mark)" strokeWidth="2" />
            <circle cx={dot.x} cy={dot.y} r="4" fill="var(--surface)" stroke="var(--mark)" strokeWidth="2" />
          </g>
        ))}
      </svg>
    </div>
  )
}
