/** On a draft: how comparable items of the account did, with how many are behind it. Four states. */
import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { shorten } from '#lib/format.ts'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { expectedFor } from '../queries.ts'
import { ageText, rangeText } from '../rules.ts'
import { texts } from '../texts.ts'

const words = texts.expected

interface ExpectedPanelProps {
  readonly accountId: number
  readonly itemId: string
}

export function ExpectedPanel({ accountId, itemId }: ExpectedPanelProps) {
  const query = useQuery(expectedFor(accountId, itemId))
  return (
    <section className="expected" aria-label={words.title}>
      <h3>{words.title}</h3>
      <QueryView
        query={query}
        texts={{ loading: words.loading, failed: words.failed }}
        skeleton={(isLate) => <div className="h-16">{isLate ? <Skeleton className="h-full w-full" /> : null}</div>}
      >
        {({ format, ageDays, figures }) => {
          const count = Math.max(0, ...figures.map(({ items }) => items))
          const many = texts.formats[format][1]
          const known = figures.filter(({ low, high }) => low !== null && high !== null)
          if (known.length === 0) return <p className="insights-note">{words.few(count, many)}</p>
          return (
            <>
              <dl>
                {known.map(({ figure, median, low, high }) => (
                  <div key={figure}>
                    <dt>{texts.figures[figure]}</dt>
                    <dd>{shorten(median)}</dd>
                    <dd>{words.range(rangeText(low ?? 0, high ?? 0))}</dd>
                  </div>
                ))}
              </dl>
              <p className="insights-note">{words.note(count, many, ageText(ageDays * 24))}</p>
            </>
          )
        }}
      </QueryView>
    </section>
  )
}
