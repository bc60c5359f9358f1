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
      <Panel className="h-140">{null}</Panel>
    </div>
  )
}
