/** The rehearsal of what is chosen: counted, listed with its cures, failed, or still under way. */
import type { Check } from '@tangelo/contract'
import type { ReactNode } from 'react'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { texts } from '../texts/publish.ts'
import { CheckList } from './check-list.tsx'

const words = texts.rehearsal

interface RehearsalSectionProps {
  /** Undefined while there is none, or none can be. */
  readonly checks: readonly Check[] | undefined
  /** No time is chosen that could be rehearsed. */
  readonly isWithoutTime: boolean
  /** The checks are of what was chosen before. */
  readonly isStale: boolean
  readonly query: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly renderFix: (check: Check) => ReactNode
}

export function RehearsalSection({ checks, isWithoutTime, isStale, query, renderFix }: RehearsalSectionProps) {
  const isLate = useDelayed(query.isPending)
  const count = (state: Check['state']): number => checks?.filter((check) => check.state === state).length ?? 0
  return (
    <section aria-labelledby="publish-rehearsal">
      <h3 id="publish-rehearsal">
        {words.title}{' '}
        <span role="status">
          {isStale && !isWithoutTime && !query.error
            ? words.running
            : checks
              ? words.counted(checks.length, count('blocked'), count('warning'))
              : ''}
        </span>
      </h3>
      {checks ? (
        <CheckList checks={checks} isStale={isStale} renderFix={renderFix} />
      ) : isWithoutTime ? (
        <p className="publish-hint">{words.waiting}</p>
      ) : query.error ? (
        <QueryFailed title={words.failed} query={query} />
      ) : (
        <Waiting isLate={isLate} />
      )}
    </section>
  )
}

const Waiting = ({ isLate }: { readonly isLate: boolean }) => (
  <div className="publish-waiting" aria-busy="true" data-skeleton="">
    {['w-40', 'w-56', 'w-32', 'w-44', 'w-36', 'w-48'].map((width) =>
      isLate ? <Skeleton key={width} className={`h-3 max-w-full ${width}`} /> : <span key={width} />,
    )}
  </div>
)
