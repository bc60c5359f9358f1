/** On a draft: how comparable items of the account did, and how many are behind it. Loading, failed, too few, full. */
import './learning.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatWhole, shorten } from '#lib/format.ts'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { comparableInsights } from '../queries/insights.ts'
import { ageText, rangeText } from '../rules.ts'
import { texts } from '../texts/account.ts'
import { texts as postTexts } from '../texts/posts.ts'

const words = postTexts.expected

interface ExpectedPanelProps {
  readonly accountId: number
  readonly itemId: string
}

export function ExpectedPanel({ accountId, itemId }: ExpectedPanelProps) {
  const id = useId()
  const query = useQuery(comparableInsights(accountId, itemId))
  return (
    <section className="expected" aria-labelledby={id}>
      <h3 id={id}>{words.title}</h3>
      <QueryView
        query={query}
        texts={{ loading: words.loading, failed: words.failed }}
        skeleton={(isLate) => <div className="h-24">{isLate ? <Skeleton className="h-full w-full" /> : null}</div>}
      >
        {({ format, ageDays, figures }) => {
          const [one, many] = texts.formats[format]
          const count = Math.max(0, ...figures.map(({ items }) => items))
          const known = figures.flatMap(({ figure, median, low, high }) =>
            median !== null && low !== null && high !== null ? [{ figure, median, low, high }] : [],
          )
          if (known.length === 0) return <p className="expected-note">{words.few(count, one, many)}</p>
          return (
            <>
              <dl>
                {known.map(({ figure, median, low, high }) => (
                  <div key={figure}>
                    <dt>{texts.figures[figure]}</dt>
                    <dd title={formatWhole(median)}>{shorten(median)}</dd>
                    <dd>{rangeText(low, high)}</dd>
                  </div>
                ))}
              </dl>
              <p className="expected-note">{words.note(count, many, ageText(ageDays * 24))}</p>
            </>
          )
        }}
      </QueryView>
    </section>
  )
}
