/** The rehearsal: what blocks and what is worth a look, each with its cure, then what passed. */
import type { Check } from '@tangelo/contract'
import { OctagonX, Check as Passed, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sortChecks } from '../rules/publish.ts'
import { texts } from '../texts/publish.ts'

const words = texts.rehearsal

interface CheckListProps {
  readonly checks: readonly Check[]
  /** They are of what was chosen before. */
  readonly isStale: boolean
  /** What can be done about it. */
  readonly renderFix: (check: Check) => ReactNode
}

export function CheckList({ checks, isStale, renderFix }: CheckListProps) {
  const { blocked, warning, passed } = sortChecks(checks)
  return (
    <div className="publish-checks" data-stale={isStale ? '' : undefined} aria-busy={isStale}>
      <ul>
        {[...blocked, ...warning].map((check) => (
          <li key={check.key} className="publish-check" data-state={check.state}>
            {check.state === 'blocked' ? <OctagonX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
            <div>
              <b>
                <span className="sr-only">{words[check.state]}: </span>
                {check.title}
              </b>
              <p>{check.detail}</p>
            </div>
            {check.fix === null ? null : <div className="publish-fix">{renderFix(check)}</div>}
          </li>
        ))}
      </ul>
      {passed.length > 0 ? (
        <ul className="publish-passed">
          {passed.map(({ key, title, detail }) => (
            <li key={key}>
              <Passed aria-hidden="true" />
              <div>
                <span className="sr-only">{words.passed}: </span>
                {title} <span>{detail}</span>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
