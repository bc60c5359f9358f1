/** What a chart of several lines says beside the drawing: the names at the line ends, and the figures of the day that is read. */
import { formatDay, formatWhole, shorten } from '#lib/format.ts'
import type { SeriesGeometry } from '../rules/geometry.ts'
import type { Scale } from '../rules/series.ts'
import { formatIndex, shortNames } from '../rules/words.ts'
import { texts } from '../texts/compare.ts'

const BOX_WIDTH = 216
const BOX_TOP = 12

export const formatExact = (value: number, scale: Scale): string =>
  scale === 'indexed' ? formatIndex(value) : formatWhole(value)
const formatEnd = (value: number, scale: Scale): string => (scale === 'indexed' ? formatIndex(value) : shorten(value))

export interface ReadRow {
  name: string
  value: number | null
  y: number | null
  colour: number
}

/** The highest first; those without a figure of that day last. */
export function readRows({ placed }: SeriesGeometry, day: string): ReadRow[] {
  const rows = placed.map(({ series, byDay }, index) => {
    const point = byDay.get(day)
    return { name: series.username, value: point?.value ?? null, y: point?.y ?? null, colour: index + 1 }
  })
  const size = ({ value }: ReadRow) => value ?? Number.NEGATIVE_INFINITY
  return rows.sort((one, other) => size(other) - size(one) || 0)
}

interface EndLabelsProps {
  geometry: SeriesGeometry
  scale: Scale
  isPhone: boolean
}

/** Beside the last points; on a phone the names alone, because the cards below have the figures. */
export function EndLabels({ geometry: { plot, placed }, scale, isPhone }: EndLabelsProps) {
  const names = placed.map(({ series }) => series.username)
  const labels = isPhone ? shortNames(names) : names.map((name) => `@${name}`)
  return (
    <div
      className="pointer-events-none absolute inset-y-0 right-0"
      style={{ left: plot.right + 12 }}
      aria-hidden="true"
    >
      {placed.map(({ series, last }, index) =>
        last ? (
          <div
            key={series.accountId}
            className="absolute inset-x-0 flex h-4.5 -translate-y-1/2 items-center gap-2 text-caption max-desk:text-[11px]"
            style={{ top: last.labelY }}
          >
            <span className={`min-w-0 flex-1 truncate ${index === 0 ? 'font-[600]' : 'font-medium text-ink-2'}`}>
              {labels[index]}
            </span>
            {isPhone ? null : <span className="font-[600]">{formatEnd(last.value, scale)}</span>}
          </div>
        ) : null,
      )}
    </div>
  )
}

interface ReadingBoxProps {
  geometry: SeriesGeometry
  day: string
  rows: readonly ReadRow[]
  scale: Scale
  width: number
}

/** Beside the guide, on the side with more room. */
export function ReadingBox({ geometry: { plot, xOf }, day, rows, scale, width }: ReadingBoxProps) {
  const x = xOf(day)
  const onRight = x < (plot.left + plot.right) / 2
  const left = onRight ? x + 12 : x - 12 - BOX_WIDTH
  return (
    <div
      className="series-reading"
      style={{ width: BOX_WIDTH, left: Math.max(0, Math.min(width - BOX_WIDTH, left)), top: BOX_TOP }}
      aria-hidden="true"
    >
      <b>{formatDay(day, true)}</b>
      {rows.map(({ name, value, colour }) => (
        <div key={name} className="flex items-center gap-2">
          <i className="series-key" data-series={colour} />
          <span className="min-w-0 flex-1 truncate">@{name}</span>
          <span className={value === null ? 'text-ink-3' : 'font-strong'}>
            {value === null ? texts.series.noData : formatExact(value, scale)}
          </span>
        </div>
      ))}
    </div>
  )
}
