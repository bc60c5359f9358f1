/** Three grey rows, shaped like what they replace (spec §2, §9). */
import { Skeleton } from '#ui/skeleton.tsx'
import { texts } from '../texts/list.ts'
import { AccountColumns } from './account-table.tsx'

const ROWS = [
  { name: 'w-36', category: 'w-24' },
  { name: 'w-28', category: 'w-32' },
  { name: 'w-32', category: 'w-20' },
]

/** `shown` is false while an answer may still come at once: the room is kept, nothing is drawn. */
export function AccountsSkeleton({ compact, shown, hasCompany }: SkeletonProps & { compact: boolean }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.table.loading : ''}
      </p>
      {compact ? <ListSkeleton shown={shown} /> : <TableSkeleton shown={shown} hasCompany={hasCompany} />}
    </div>
  )
}

interface SkeletonProps {
  readonly shown: boolean
  readonly hasCompany: boolean
}

function TableSkeleton({ shown, hasCompany }: SkeletonProps) {
  return (
    <table className="w-full table-fixed text-table">
      <AccountColumns hasCompany={hasCompany} />
      <tbody data-skeleton="">
        {ROWS.map(({ name, category }) => (
          <tr key={name} className="h-14 border-b border-line last:border-b-0">
            <td className="pl-5">
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
            {hasCompany ? <td className="max-[1439px]:hidden" /> : null}
            {['w-24', 'w-18', 'w-10', 'w-20', 'w-8'].map((width, column) => (
              <td key={width} className={`px-3 last:pr-5 ${column === 3 ? 'pl-10' : ''}`}>
                {shown ? <Skeleton className={`h-2.75 ${width} ${column === 3 ? '' : 'ml-auto'}`} /> : null}
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
        <li key={name} className="flex h-22.5 items-center gap-3 border-b border-line px-4 last:border-b-0">
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
