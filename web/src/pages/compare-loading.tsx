/** The place of the comparison while its accounts are on their way. */
import { comparisonTexts as texts } from '#features/analytics/index.ts'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function CompareLoading({ isLate }: { isLate: boolean }) {
  return (
    <div aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {isLate ? texts.picks.loading : ''}
      </p>
      <div className="mt-5 mb-4 flex h-8 gap-2">
        {isLate ? [0, 1, 2].map((chip) => <Skeleton key={chip} className="h-8 w-36 rounded-full" />) : null}
      </div>
      <Panel className="h-140">
        {isLate ? (
          <div className="grid gap-4 p-4 desk:p-6">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-96 w-full" />
          </div>
        ) : null}
      </Panel>
    </div>
  )
}
