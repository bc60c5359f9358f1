/** Rows with an estimate and its interval, on one scale. A row that proves nothing is grey; one with too few posts has no bar. */
import { formatWhole } from '#lib/format.ts'
import { type Evidence, rangeText } from '../rules/evidence.ts'
import type { IntervalRow } from '../rules/rows.ts'
import type { Scale } from '../rules/scale.ts'
import { formatEffect } from '../rules/words.ts'
import { texts } from '../texts/panels.ts'
import { EvidenceFigure } from './evidence-button.tsx'

interface IntervalRowsProps {
  readonly label: string
  readonly rows: readonly IntervalRow[]
  readonly scale: Scale
  readonly evidence: (row: IntervalRow) => Evidence
  /** What is compared. */
  readonly figure?: string
}

export function IntervalRows({ label, rows, scale, evidence, figure = texts.likes }: IntervalRowsProps) {
  return (
    <div className="intervals">
      <div className="interval-head" aria-hidden="true">
        <span />
        <span />
        <span className="text-right">{figure}</span>
        <span className="text-right">{texts.posts}</span>
      </div>
      <ul aria-label={label} className="contents">
        {rows.map((row) => (
          <Row key={row.key} row={row} scale={scale} evidence={evidence} />
        ))}
      </ul>
      <div className="interval-axis" aria-hidden="true">
        <span />
        <svg aria-hidden="true">
          {scale.ticks.map((tick) => (
            <text key={tick} x={percent(scale.at(tick))} y="14" textAnchor="middle" data-minor={isMinor(tick, scale)}>
              {tick === 0 ? texts.asUsual : formatEffect(tick)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  )
}

const percent = (place: number): string => `${place.toFixed(2)}%`

/** On a phone every second label beside "as usual" is left out. */
function isMinor(tick: number, { ticks }: Scale): '' | undefined {
  return tick !== 0 && tick !== ticks.at(-1) ? '' : undefined
}

interface RowProps {
  row: IntervalRow
  scale: Scale
  evidence: (row: IntervalRow) => Evidence
}

function Row({ row, scale, evidence }: RowProps) {
  const { label, posts, effect, low, high, significant } = row
  const range = rangeText(row)
  const isThin = effect === null || low === null || high === null
  return (
    <li className="interval-row" data-on={significant || undefined} data-thin={isThin || undefined}>
      <span className="interval-label">{label}</span>
      <svg aria-hidden="true">
        {scale.ticks.map((tick) => (
          <line
            key={tick}
            x1={percent(scale.at(tick))}
            x2={percent(scale.at(tick))}
            y2="32"
            className={tick === 0 ? 'stroke-(--usual)' : 'stroke-line'}
          />
        ))}
        {isThin ? (
          <text x={percent(scale.at(0))} dx="8" y="20">
            {texts.tooFew}
          </text>
        ) : (
          <>
            <line className="interval-bar" x1={percent(scale.at(low))} x2={percent(scale.at(high))} y1="16" y2="16" />
            <line className="interval-line" x1={percent(scale.at(low))} x2={percent(scale.at(high))} y1="16" y2="16" />
            <circle className="interval-dot" cx={percent(scale.at(effect))} cy="16" r={significant ? 6 : 5} />
          </>
        )}
      </svg>
      <span className="interval-figure">
        {isThin ? (
          <span className="sr-only">{texts.tooFew}</span>
        ) : (
          <EvidenceFigure evidence={() => evidence(row)} title={`${texts.likely} ${range}. ${texts.evidence}`}>
            {formatEffect(effect)}
            <span className="sr-only">
              {` (${texts.likely.toLowerCase()} ${range})${significant ? `, ${texts.beyondChance}` : ''}`}
            </span>
          </EvidenceFigure>
        )}
      </span>
      <span className="interval-count">
        {formatWhole(posts)}
        <span className="sr-only"> {texts.posts.toLowerCase()}</span>
      </span>
    </li>
  )
}
