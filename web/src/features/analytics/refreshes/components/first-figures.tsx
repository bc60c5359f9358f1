/** An account that has no figures yet: they are on their way, or they could not be had, and what can be done. */
import { Search, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#lib/use-now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Wheel } from '#ui/wheel.tsx'
import type { RefreshState } from '../queries.ts'
import { failureText } from '../rules.ts'
import { texts } from '../texts/refresh.ts'

/** Shaped like the four figures that will replace it. */
export function FetchingFigures({ state }: { readonly state: RefreshState }) {
  return (
    <div aria-busy="true">
      <div className="grid grid-cols-2 border-t border-line desk:grid-cols-4" data-skeleton="">
        {['w-20', 'w-16', 'w-14', 'w-18'].map((width) => (
          <div
            key={width}
            className="h-25.5 border-line px-4 py-4 max-desk:even:border-l max-desk:nth-[n+3]:border-t desk:h-27 desk:px-6 desk:not-first:border-l"
          >
            <Skeleton className="h-3 w-16" />
            <Skeleton className={`mt-3.5 h-5 ${width}`} />
            <Skeleton className="mt-3 h-2.5 w-24" />
          </div>
        ))}
      </div>
      <p className="flex items-center gap-3 border-t border-line px-4 py-3 desk:px-6" role="status">
        <Wheel spinning />
        <span className="min-w-0">
          <b className="block text-label font-strong">{texts.fetching}</b>
          <span className="block text-note text-ink-3">
            {state.state === 'running' ? texts.fetchingRuns : texts.fetchingWaits}
          </span>
        </span>
      </p>
    </div>
  )
}

interface NoFiguresProps {
  readonly state: RefreshState
  readonly failure: NonNullable<RefreshState['failure']>
  /** Buttons for users who may act on it. */
  readonly actions: ReactNode
}

/** The reading failed and there is nothing older to show: why, and the next step. */
export function NoFigures({ state, failure, actions }: NoFiguresProps) {
  const now = useNow()
  const Icon = failure.kind === 'not_found' ? Search : TriangleAlert
  return (
    <div className="face border-t border-line">
      <Icon className="size-5 text-ink-3" />
      <h3 className="text-panel">{texts.kinds[failure.kind]}</h3>
      <p>{texts.steps[failure.kind]}</p>
      <p className="text-note! text-ink-3!">{failureText(state, now)}</p>
      {actions ? <div className="face-actions">{actions}</div> : null}
    </div>
  )
}
