/** Three grey rows, shaped like what they replace (spec §2, §9). */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts/section.ts'

const ROWS = [
  { name: 'w-36', category: 'w-24' },
  { name: 'w-28', category: 'w-32' },
  { name: 'w-32', category: 'w-20' },
]

interface SkeletonProps {
  readonly compact: boolean
  /** False while an answer may still come at once: the room is kept, nothing is drawn. */
  readonly shown: boolean
}

export function AccountsSkeleton({ compact, shown }: SkeletonProps) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.loading : ''}
      </p>
      {compact ? <ListSkeleton shown={shown} /> : <TableSkeleton shown={shown} />}
    </div>
  )
}

function TableSkeleton({ shown }: { shown: boolean }) {
  return (
    <table className="w-full table-fixed mt-9">
      <tbody data-skeleton="">
        {ROWS.map(({ name, category }) => (
          <tr key={name} className="h-12.25 border-b border-line last:border-b-0">
            <td className="w-2/5 pl-15">
              {shown ? (
                <div className="flex items-center gap-3">
                  <Skeleton className="size-8 rounded-[9px]" />
                  <div>
                    <Skeleton className={`h-2.75 ${name}`} />
                    <Skeleton className={`mt-2 h-2.25 ${category}`} />
                  </div>
                </div>
              ) : null}
            </td>
            {['w-24', 'w-12', 'w-14', 'w-20'].map((width) => (
              <td key={width} className="px-2.5">
                {shown ? <Skeleton className={`ml-auto h-2.75 ${width}`} /> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ListSkeleton({ shown }: { shown: boolean }) {
  return (
    <ul data-skeleton="" aria-hidden="true">
      {ROWS.map(({ name, category }) => (
        <li key={name} className="flex h-21 items-center gap-3 border-b border-line px-4 last:border-b-0">
          {shown ? (
            <>
              <Skeleton className="size-8 rounded-[9px]" />
              <div className="flex-1">
                <Skeleton className={`h-2.75 ${name}`} />
                <Skeleton className={`mt-2 h-2.25 ${category}`} />
              </div>
              <Skeleton className="h-2.75 w-16" />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
