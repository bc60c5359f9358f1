/** The same days as a chart in figures, newest first: for screen readers, for copying, and for users who prefer a table. */

import { useMemo, useState } from 'react'
import { formatDay } from '#lib/format.ts'
import { Button } from './button.tsx'
import { type ChartPoint, onePointPerDay } from './chart-points.ts'
import { ScrollBox } from './scroll-box.tsx'

const ROWS_FIRST = 120

interface ChartTableProps {
  readonly label: string
  readonly valueLabel: string
  readonly points: readonly ChartPoint[]
  readonly from: string
  readonly to: string
  readonly formatExact: (value: number) => string
  readonly height?: number
}

export function ChartTable({ label, valueLabel, points, from, to, formatExact, height = 232 }: ChartTableProps) {
  const rows = useMemo(() => onePointPerDay(points, from, to).reverse(), [points, from, to])
  const hasSources = rows.some(({ source }) => source !== undefined)
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, ROWS_FIRST)
  return (
    <ScrollBox className="overflow-y-auto" style={{ height }} label={label}>
      <table className="w-full text-label">
        <thead className="sticky top-0 bg-surface text-left text-caption text-ink-3">
          <tr>
            <th scope="col" className="px-5 py-2 font-medium">
              Date
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {valueLabel}
            </th>
            {hasSources ? (
              <th scope="col" className="px-5 py-2 text-right font-medium">
                Source
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, value, source }) => (
            <tr key={day} className="border-t border-line">
              <td className="px-5 py-1.5">{formatDay(day, true)}</td>
              <td className="px-3 py-1.5 text-right font-medium">{formatExact(value)}</td>
              {hasSources ? <td className="px-5 py-1.5 text-right text-ink-3">{source}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length ? (
        <div className="px-5 py-3">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {rows.length} days
          </Button>
        </div>
      ) : null}
    </ScrollBox>
  )
}
