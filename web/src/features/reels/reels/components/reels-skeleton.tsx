/** Grey cards in the place of reels that are on their way. */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts.ts'

const SKELETON_CARDS = ['w-20', 'w-24', 'w-16', 'w-22']

/** Grey cards, shaped like what they replace. `shown` is false while an answer may still come at once: the room is kept, nothing is drawn. */
export function ReelsSkeleton({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.list.loading : ''}
      </p>
      <ul className="reel-grid" aria-hidden="true" data-skeleton="">
        {SKELETON_CARDS.map((width) => (
          <li key={width} className={`card reel-card ${shown ? '' : 'invisible'}`}>
            <div className="reel-info">
              <div className="flex h-5 items-center gap-2">
                <Skeleton className={`h-2.75 ${width}`} />
                <Skeleton className="h-5 w-12" />
              </div>
              <div className="h-15">
                <Skeleton className="mt-1 h-2.5 w-full" />
                <Skeleton className="mt-2.5 h-2.5 w-4/5" />
              </div>
              <div className="reel-thumbs">
                <Skeleton />
                <Skeleton />
                <Skeleton />
                <Skeleton />
              </div>
            </div>
            <div className="reel-actions">
              <Skeleton className="h-(--control-height) w-30 rounded-control" />
            </div>
            <Skeleton className="reel-video rounded-none" />
          </li>
        ))}
      </ul>
    </div>
  )
}
