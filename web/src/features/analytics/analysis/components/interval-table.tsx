/** The same rows in figures: for screen readers, for copying, and for users who prefer a table. */
import { formatWhole } from '#lib/format.ts'
import { rangeText } from '../rules/evidence.ts'
import type { IntervalRow } from '../rules/rows.ts'
import { formatEffect } from '../rules/words.ts'
import { texts } from '../texts/panels.ts'

const HEAD = 'py-2 text-caption font-medium text-ink-3 whitespace-nowrap'

interface IntervalTableProps {
  readonly head: string
  readonly rows: readonly IntervalRow[]
  /** What is compared. */
  readonly figure?: string
}

export function IntervalTable({ head, rows, figure = texts.likes }: IntervalTableProps) {
  return (
    <table className="w-full text-label">
      <thead>
        <tr className="text-left">
          <th scope="col" className={HEAD}>
            {head}
          </th>
          <th scope="col" className={`${HEAD} pl-3 text-right`}>
            {texts.posts}
          </th>
          <th scope="col" className={`${HEAD} pl-3 text-right`}>
            {figure}
          </th>
          <th scope="col" className={`${HEAD} pl-3 text-right`}>
            {texts.likely}
          </th>
          <th scope="col" className={`${HEAD} pl-5 max-desk:hidden`}>
            {texts.canBeShown}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-t border-line">
            <th scope="row" className={`py-2 text-left ${row.significant ? 'font-strong' : 'font-regular'}`}>
              {row.label}
            </th>
            <td className="pl-3 text-right">{formatWhole(row.posts)}</td>
            <td className={`pl-3 text-right whitespace-nowrap ${row.significant ? 'font-strong' : ''}`}>
              {row.effect === null ? '' : formatEffect(row.effect)}
            </td>
            <td className="pl-3 text-right whitespace-nowrap text-ink-2">{rangeText(row) ?? ''}</td>
            <td className="pl-5 whitespace-nowrap text-ink-2 max-desk:hidden">
              {row.effect === null ? (
                texts.tooFewPosts
              ) : row.significant ? (
                <b className="text-ink">{texts.yes}</b>
              ) : (
                texts.no
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
