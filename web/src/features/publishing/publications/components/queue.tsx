/** What is queued: first what waits for a person, then what goes out, what is live, and what did not go out. */
import './queue.css'
import { PUBLICATION_GROUPS, type PublicationGroup } from '@tangelo/contract/limits'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { companyCalendar } from '#features/content/index.ts'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { AccountSlots } from '../../slots/components/account-slots.tsx'
import { type QueueFilter, queueOf } from '../queries.ts'
import { texts } from '../texts/queue.ts'
import { QueueRow } from './queue-row.tsx'

const words = texts.queue

interface QueueProps extends QueueFilter {
  readonly onClearFilter: () => void
}

export function Queue({ companyId, accountId, onClearFilter }: QueueProps) {
  const filter = { companyId, accountId }
  const calendar = useQuery(companyCalendar(companyId))
  const timeZone = calendar.data?.timeZone ?? 'UTC'
  const groups = {
    person: useGroup('person', filter),
    upcoming: useGroup('upcoming', filter),
    published: useGroup('published', filter),
    over: useGroup('over', filter),
  }
  const all = PUBLICATION_GROUPS.map((name) => groups[name])
  const isPending = all.some(({ query }) => query.isPending)
  const failed = all.find(({ query }) => query.error && !query.data)?.query
  const isLate = useDelayed(isPending)
  const isEmpty = !isPending && !failed && all.every(({ rows }) => rows.length === 0)
  return (
    <div className="queue">
      <div className="min-w-0">
        {failed ? (
          <Panel>
            <FailedState
              title={words.failed}
              cause={failed.error?.message ?? ''}
              busy={failed.isFetching}
              onRetry={() => void Promise.all(all.map(({ query }) => query.refetch()))}
            />
          </Panel>
        ) : isPending ? (
          <Waiting isLate={isLate} />
        ) : isEmpty ? (
          <Panel>
            {accountId === undefined ? (
              <EmptyState
                title={words.none}
                text={words.noneHint}
                actions={
                  <Link to="/planning" className="button">
                    {words.drafts}
                  </Link>
                }
              />
            ) : (
              <EmptyState text={words.noneMatch} actions={<Button onClick={onClearFilter}>{words.all}</Button>} />
            )}
          </Panel>
        ) : (
          PUBLICATION_GROUPS.map((name) => <Group key={name} name={name} group={groups[name]} timeZone={timeZone} />)
        )}
      </div>
      <AccountSlots companyId={companyId} accountId={accountId} />
    </div>
  )
}

function useGroup(name: PublicationGroup, filter: QueueFilter) {
  const query = useInfiniteQuery({ ...queueOf(name, filter), placeholderData: keepPreviousData })
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data])
  return { query, rows }
}

interface GroupProps {
  readonly name: PublicationGroup
  readonly group: ReturnType<typeof useGroup>
  readonly timeZone: string
}

function Group({ name, group: { query, rows }, timeZone }: GroupProps) {
  if (rows.length === 0 && name !== 'upcoming') return null
  return (
    <section aria-labelledby={`queue-${name}`} className="queue-group">
      <h2 id={`queue-${name}`}>
        {words.groups[name]}
        {rows.length > 0 ? (
          <span>
            {formatWhole(rows.length)}
            {query.hasNextPage ? '+' : ''}
          </span>
        ) : null}
      </h2>
      <Panel>
        {rows.length === 0 ? (
          <p className="queue-none">{words.noneUpcoming}</p>
        ) : (
          <ul aria-busy={query.isPlaceholderData}>
            {rows.map((publication) => (
              <QueueRow key={publication.id} publication={publication} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </Panel>
      <MoreButton className="mt-3" size="small" list={query}>
        {words.more}
      </MoreButton>
    </section>
  )
}

const Waiting = ({ isLate }: { readonly isLate: boolean }) => (
  <div className="queue-group" aria-busy="true" data-skeleton="">
    <p className="sr-only" role="status">
      {isLate ? words.loading : ''}
    </p>
    <div className={isLate ? 'grid gap-3' : 'invisible grid gap-3'}>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-19 w-full" />
      <Skeleton className="h-19 w-full" />
      <Skeleton className="h-19 w-full" />
    </div>
  </div>
)
