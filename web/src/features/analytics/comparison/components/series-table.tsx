/** The same days as the chart in figures, newest first: for screen readers, for copying, and for users who prefer a table. */

import { useMemo, useState } from 'react'
import { formatDay, formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { pickValue } from '../rules/runs.ts'
import type { Comparison, Scale } from '../rules/series.ts'
import { formatIndex } from '../rules/words.ts'
import { texts } from '../texts/compare.ts'

const ROWS_FIRST = 60

export function SeriesTable({ comparison: { series }, scale }: { comparison: Comparison; scale: Scale }) {
  const [showsAll, setShowsAll] = useState(false)
  const columns = useMemo(
    () => series.map(({ points }) => new Map(points.map((point) => [point.day, pickValue(point, scale)]))),
    [series, scale],
  )
  const days = useMemo(() => [...new Set(columns.flatMap((column) => [...column.keys()]))].sort().reverse(), [columns])
  const shown = showsAll ? days : days.slice(0, ROWS_FIRST)
  const format = scale === 'indexed' ? formatIndex : formatWhole
  return (
    <ScrollBox className="comparison-table" label={texts.series.tableLabel(texts.series[scale])}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.series.date}</th>
            {series.map(({ accountId, username }) => (
              <th key={accountId} scope="col">
                @{username}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <tr key={day}>
              <th scope="row">{formatDay(day, true)}</th>
              {columns.map((column, index) => {
                const value = column.get(day) ?? null
                return (
                  <td key={series[index]?.accountId} data-unknown={value === null || undefined}>
                    {value === null ? texts.series.noData : format(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {days.length > shown.length ? (
        <div className="px-4 py-3 desk:px-6">
          <Button size="small" onClick={() => setShowsAll(true)}>
            {texts.series.allDays(formatWhole(days.length))}
          </Button>
        </div>
      ) : null}
    </ScrollBox>
  )
}
