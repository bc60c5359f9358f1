/** Grey rows in the place of a long list that is on its way. */

import { CELL, type Column, Heads, useIsNarrow } from './paged-list.tsx'
import { Skeleton } from './skeleton.tsx'

const BARS = ['w-40', 'w-28', 'w-36']

/** Grey rows, shaped like what they replace. `shown` is false while an answer may still come at once. */
export function PagedListSkeleton<Row>({
  columns,
  shown,
  loading,
}: {
  readonly columns: readonly Column<Row>[]
  readonly shown: boolean
  readonly loading: string
}) {
  const isNarrow = useIsNarrow()
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? loading : ''}
      </p>
      {isNarrow ? (
        <ul data-skeleton="" aria-hidden="true">
          {BARS.map((bar) => (
            <li
              key={bar}
              className="flex h-24 flex-col justify-center gap-2.5 border-b border-line px-4 last:border-b-0"
            >
              {shown ? <Skeleton className={`h-3 ${bar}`} /> : null}
              {shown ? <Skeleton className="h-2.5 w-52" /> : null}
            </li>
          ))}
        </ul>
      ) : (
        <table className="w-full table-fixed text-table">
          <Heads columns={columns} />
          <tbody data-skeleton="">
            {BARS.map((bar) => (
              <tr key={bar} className="h-14 border-b border-line last:border-b-0">
                {columns.map(({ head, className = '' }, index) => (
                  <td key={head} className={`${CELL} ${className}`}>
                    {shown ? <Skeleton className={`inline-block h-2.75 ${index === 0 ? bar : 'w-14'}`} /> : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
