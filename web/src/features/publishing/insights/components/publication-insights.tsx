/** On the page of a publication that is live: what its post reached. Loading, failed, not known or not read yet, full. */
import './learning.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { publicationInsights } from '../queries/insights.ts'
import { texts } from '../texts/posts.ts'
import { MediaInsightsView } from './media-insights.tsx'

const words = texts.publication

interface PublicationInsightsProps {
  readonly publicationId: string
  readonly accountId: number
  /** The post on Instagram is known by its id. */
  readonly isNamed: boolean
}

export function PublicationInsights({ publicationId, accountId, isNamed }: PublicationInsightsProps) {
  const query = useQuery({ ...publicationInsights(publicationId), enabled: isNamed })
  const toAccount = (
    <Link to="/account/$accountId/insights" params={{ accountId: String(accountId) }} className="button">
      {words.toAccount}
    </Link>
  )
  return (
    <Panel aria-label={words.title} className="publication-insights">
      {isNamed ? (
        <QueryView
          query={query}
          texts={{ loading: texts.post.loading, failed: texts.post.failed }}
          skeleton={(isLate) => (
            <div className="h-80 px-6 py-5">{isLate ? <Skeleton className="h-full w-full" /> : null}</div>
          )}
        >
          {(insights) =>
            insights ? (
              <MediaInsightsView insights={insights} />
            ) : (
              <EmptyState title={words.fresh} text={words.freshText} actions={toAccount} />
            )
          }
        </QueryView>
      ) : (
        <EmptyState title={words.unnamed} text={words.unnamedText} actions={toAccount} />
      )}
    </Panel>
  )
}
