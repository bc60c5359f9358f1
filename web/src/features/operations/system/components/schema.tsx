/** The latest step of the schema, and on demand all of them with the day on which they ran. */
import { formatExactMoment } from '#lib/format.ts'
import type { SystemReport } from '../queries.ts'
import { stepOf } from '../rules.ts'
import { texts } from '../texts.ts'

interface SchemaProps {
  readonly summary: string
  readonly migrations: SystemReport['store']['migrations']
}

export function Schema({ summary, migrations }: SchemaProps) {
  return (
    <details>
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {summary} <span className="link text-note">{texts.allSteps}</span>
      </summary>
      <table className="mt-3 w-full max-w-112 text-note">
        <thead className="text-left text-ink-3">
          <tr>
            <th className="pb-1 font-medium">{texts.step}</th>
            <th className="pb-1 font-medium">{texts.ran}</th>
          </tr>
        </thead>
        <tbody>
          {migrations.map(({ name, ranAt }) => (
            <tr key={name}>
              <td className="py-0.5 pr-6">{`${stepOf(name).number} ${stepOf(name).name}`}</td>
              <td className="py-0.5 whitespace-nowrap text-ink-2">{formatExactMoment(ranAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
