/** Three grey cards, shaped like what they replace (spec §2). */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts.ts'

const CARDS = ['w-28', 'w-40', 'w-32']

/** `shown` is false while an answer may still come at once: the room is kept, nothing is drawn. */
export function FoldersSkeleton({ shown }: { readonly shown: boolean }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.folders.loading : ''}
      </p>
      <ul className="overflow-clip border border-line rounded-panel bg-surface" aria-hidden="true" data-skeleton="">
        {CARDS.map((width) => (
          <li key={width} className={`folder-card ${shown ? '' : 'invisible'}`}>
            <Skeleton className={`my-1 h-3 ${width}`} />
            <Skeleton className="mt-2 h-2.5 w-24" />
            <Skeleton className="mt-3.5 h-2.5 w-3/4" />
            <div className="folder-pictures">
              {['a', 'b', 'c', 'd'].map((key) => (
                <Skeleton key={key} className="drive-picture" />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
