/** Grey cards in the place of the planning page's drafts. */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts.ts'

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

export function PlanningWaiting({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.loading : ''}
      </p>
      <div className="mt-5 mb-2.5 h-8" />
      <ul className="planning-skeleton" aria-hidden="true" data-skeleton="">
        {SKELETON_CARDS.map((key) => (
          <li key={key} className={`card planning-card ${shown ? '' : 'invisible'}`}>
            <div className="planning-card-head">
              <Skeleton className="size-6 rounded-control" />
              <Skeleton className="h-2.5 w-24" />
            </div>
            <Skeleton className="post-picture rounded-none" />
            <div className="planning-skeleton-foot">
              <Skeleton className="h-2.5 w-full" />
              <Skeleton className="h-2.5 w-3/5" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
