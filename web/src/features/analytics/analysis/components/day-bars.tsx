/** The change of each day around a marked one. */
import { formatDay, formatSigned } from '#lib/format.ts'
import type { Move } from '../queries/analysis.ts'
import { texts } from '../texts/growth.ts'

const HEIGHT = 92
const PADDING = 8

/** The change of each day; the marked one in ink, a day without figures as a gap. */
export function DayBars({ move }: { move: Move }) {
  const { days } = move.evidence
  const known = days.flatMap(({ change }) => (change === null ? [] : [change]))
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const y = (value: number): number => PADDING + (1 - (value - low) / (high - low || 1)) * (HEIGHT - 2 * PADDING)
  const [first, last] = [days[0]?.day ?? move.day, days.at(-1)?.day ?? move.day]
  const markedAt = days.findIndex(({ day }) => day === move.day)
  const marked = days[markedAt]?.change ?? move.change
  const isLeft = markedAt > days.length / 2
  const width = 100 / days.length
  const label = formatSigned(Math.round(marked))
  return (
    <div>
      <svg
        className="drawing"
        height={HEIGHT}
        role="img"
        aria-label={texts.moves.barsLabel(formatDay(first), formatDay(last), formatDay(move.day), label)}
      >
        {days.map(({ day, change }, index) =>
          change === null ? null : (
            <rect
              key={day}
              x={`${(index + 0.18) * width}%`}
              width={`${0.64 * width}%`}
              y={Math.min(y(change), y(0))}
              height={Math.max(1.5, Math.abs(y(change) - y(0)))}
              rx="1"
              className={day === move.day ? 'fill-ink' : 'fill-(--peer)'}
            />
          ),
        )}
        <line x1="0" x2="100%" y1={y(0)} y2={y(0)} className="stroke-(--usual)" />
        <text
          x={`${(markedAt + (isLeft ? 0.18 : 0.82)) * width}%`}
          dx={isLeft ? -8 : 8}
          y={marked >= 0 ? y(marked) + 10 : y(marked) - 2}
          textAnchor={isLeft ? 'end' : 'start'}
          data-tone="strong"
        >
          {label}
        </text>
      </svg>
      <p className="mt-0.5 flex justify-between text-caption text-ink-3" aria-hidden="true">
        <span>{formatDay(first)}</span>
        <span>{texts.moves.changePerDay}</span>
        <span>{formatDay(last)}</span>
      </p>
    </div>
  )
}
