/** Every reading of a post, side by side: what was not given stays empty of figures. */

import { formatAhead, formatExactMoment, formatPercent, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { ScrollBox } from '#ui/scroll-box.tsx'
import type { MediaReading } from '../queries/insights.ts'
import { ageText, secondsText } from '../rules.ts'
import { texts as accountTexts } from '../texts/account.ts'
import { texts } from '../texts/posts.ts'

const words = texts.post.readings
const ROWS = Object.keys(words.rows) as (keyof typeof words.rows)[]
/** The latest of a story, which has one for each hour. */
const SHOWN = 8

interface ReadingsTableProps {
  readonly readings: readonly MediaReading[]
  readonly nextReadingAt: string | null
}

export function ReadingsTable({ readings, nextReadingAt }: ReadingsTableProps) {
  const now = useNow()
  const shown = readings.slice(-SHOWN)
  // A measure that no reading has is none of this kind of post.
  const rows = ROWS.filter((row) => readings.some((reading) => reading[row] !== null))
  return (
    <section className="media-readings" aria-label={words.title}>
      <h3>{words.title}</h3>
      <ScrollBox className="overflow-x-auto">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.measure}</th>
              {shown.map(({ readAt, ageHours }) => (
                <th key={readAt} scope="col" title={formatExactMoment(readAt)}>
                  {ageText(ageHours)}
                </th>
              ))}
              {nextReadingAt === null ? null : (
                <th scope="col" className="is-next">
                  {formatAhead(nextReadingAt, now)}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{words.rows[row]}</th>
                {shown.map((reading) => (
                  <td key={reading.readAt} className={reading[row] === null ? 'is-unknown' : ''}>
                    {valueText(row, reading[row])}
                  </td>
                ))}
                {nextReadingAt === null ? null : <td />}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

function valueText(row: keyof typeof words.rows, value: number | null): string {
  if (value === null) return accountTexts.unknown
  if (row === 'averageWatchMs') return secondsText(value)
  return row === 'skipPercent' ? formatPercent(value) : formatWhole(value)
}
