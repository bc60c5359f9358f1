/** The last 7 and 28 days, each as one span: the only totals in which a person counts once. */
import { formatDay, formatWhole, shorten } from '#lib/format.ts'
import { Panel } from '#ui/panel.tsx'
import type { InsightSpan } from '../queries/insights.ts'
import { spanOf } from '../rules.ts'
import { texts } from '../texts/account.ts'

const words = texts.spans
const FIGURES = ['reach', 'views', 'interactions', 'profileLinkTaps'] as const

export function SpanStrip({ spans }: { readonly spans: readonly InsightSpan[] }) {
  const shown = [7, 28].flatMap((days) => spanOf(spans, days) ?? [])
  if (shown.length === 0) return null
  return (
    <Panel aria-label={words.title} className="mb-4">
      {shown.map((span) => (
        <dl key={span.days} className="span-row">
          <div className="span-name">
            <dt>{words.name(span.days)}</dt>
            <dd>
              {words.until(formatDay(span.until))}
              {span.isSettled ? '' : `, ${words.open}`}
            </dd>
          </div>
          {FIGURES.map((figure) => (
            <div key={figure}>
              <dt>{words.columns[figure]}</dt>
              <dd
                className={span[figure] === null ? 'is-unknown' : ''}
                title={span[figure] === null ? undefined : formatWhole(span[figure])}
              >
                {span[figure] === null ? texts.unknown : shorten(span[figure])}
              </dd>
            </div>
          ))}
        </dl>
      ))}
      <p className="insights-foot">{words.note}</p>
    </Panel>
  )
}
