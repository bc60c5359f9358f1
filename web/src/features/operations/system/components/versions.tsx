/** What runs here: versions, and the schema of the store. */
import type { ReactNode } from 'react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Panel } from '#ui/panel.tsx'
import type { SystemReport } from '../queries.ts'
import { stepOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { Schema } from './schema.tsx'

export function Versions({ report }: { report: SystemReport }) {
  const now = useNow()
  const [latest] = report.store.migrations
  const step = latest && stepOf(latest.name)
  return (
    <section aria-labelledby="versions-heading">
      <h2 id="versions-heading" className="mt-8 mb-3 flex min-h-8 items-center text-section">
        {texts.versions}
      </h2>
      <Panel>
        <dl>
          <Line term={texts.tangelo}>{report.version}</Line>
          <Line term={texts.node}>{report.node}</Line>
          <Line term={texts.engine}>{`${texts.engines[report.store.engine]} ${report.store.version}`}</Line>
          <Line term={texts.running}>
            <span title={formatExactMoment(report.startedAt)}>{formatMoment(report.startedAt, now)}</span>
          </Line>
          {step ? (
            <Line term={texts.schema}>
              <Schema summary={texts.schemaStep(step.number, step.name)} migrations={report.store.migrations} />
            </Line>
          ) : null}
        </dl>
      </Panel>
    </section>
  )
}

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,112px)_minmax(0,1fr)] gap-4 border-b border-line px-4 py-3 text-table last:border-b-0 desk:grid-cols-[200px_minmax(0,1fr)] desk:px-5">
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
