/** Who follows: shares by age, gender, country and city, each with its people. */
import type { CSSProperties } from 'react'
import { formatPercent, formatWhole } from '#lib/format.ts'
import { Panel } from '#ui/panel.tsx'
import type { AccountInsights } from '../queries/insights.ts'
import { shareOf } from '../rules.ts'
import { texts } from '../texts/account.ts'

const words = texts.audience
const SHOWN = 5

type Share = CSSProperties & Record<'--share', string>
const widthOf = (share: number): Share => ({ '--share': `${share}%` })

export function AudiencePanel({ audience }: Pick<AccountInsights, 'audience'>) {
  return (
    <Panel aria-label={words.title} className="px-5 py-4">
      <h2 className="text-panel">{words.title}</h2>
      <p className="text-note text-ink-3">{audience.length === 0 ? words.none : words.note}</p>
      <div className="audience">
        {audience.map(({ of, parts }) => (
          <table key={of}>
            <caption>{texts.dimensions[of]}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{texts.dimensions[of]}</th>
                <th scope="col">{words.share}</th>
                <th scope="col">{words.people}</th>
              </tr>
            </thead>
            <tbody>
              {parts.slice(0, SHOWN).map(({ value, people }) => {
                const share = shareOf(people, parts)
                return (
                  <tr key={value}>
                    <th scope="row" title={value}>
                      {of === 'gender' ? (texts.genders[value.toLowerCase()] ?? value) : value}
                    </th>
                    <td className="audience-bar" style={widthOf(share)}>
                      {formatPercent(share, 0)}
                    </td>
                    <td>{formatWhole(people)}</td>
                  </tr>
                )
              })}
            </tbody>
            {parts.length > SHOWN ? (
              <tfoot>
                <tr>
                  <td colSpan={3}>{words.more(parts.length - SHOWN)}</td>
                </tr>
              </tfoot>
            ) : null}
          </table>
        ))}
      </div>
    </Panel>
  )
}
