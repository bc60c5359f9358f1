/** Grey cards in the place of drafts that are on their way. */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts/drafts.ts'
import { useColumns } from './use-columns.ts'

const SKELETON_CARDS = ['w-24', 'w-20', 'w-28', 'w-16']

/**
 * Four grey cards, shaped like what they replace (spec §2, §9). `shown` is false while an answer may still come at once: the room is kept, nothing
 * is drawn.
 */
export function DraftsSkeleton({ columns: wanted, shown }: { columns: number; shown: boolean }) {
  const { measure, columns, gap } = useColumns(wanted)
  return (
    <div ref={measure} aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.panel.loading : ''}
      </p>
      <ul
        className="grid [grid-auto-rows:var(--card-height,auto)]"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap }}
        aria-hidden="true"
        data-skeleton=""
      >
        {SKELETON_CARDS.map((width) => (
          <li key={width} className={`card post-card ${shown ? '' : 'invisible'}`}>
            <div className="flex items-center gap-2 h-11 py-0 px-3 flex-none">
              <Skeleton className="size-6 rounded-control" />
              <Skeleton className={`h-2.75 ${width}`} />
              <Skeleton className="ml-auto h-5 w-12" />
            </div>
            <Skeleton className="aspect-square w-full rounded-none" />
            <div className="post-body">
              <Skeleton className="my-1 h-2.5 w-24" />
              <div className="h-14.25">
                <Skeleton className="mt-1 h-2.5 w-full" />
                <Skeleton className="mt-2 h-2.5 w-4/5" />
              </div>
              <div className="h-11" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
