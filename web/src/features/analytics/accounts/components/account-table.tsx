/** The accounts as a table that scrolls with the page. Ten thousand rows are as light as forty; a few are all in the page. */
import type { AccountColumn, AccountOrder } from '@tangelo/contract/limits'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePressed } from '#lib/use-pressed.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { COLUMN_SORTS, type Column, isFigure } from '../rules/columns.ts'
import { columnOf, orderAfter } from '../rules/order.ts'
import { texts } from '../texts/list.ts'

const words = texts.table

interface AccountTableProps extends HeadProps {
  /** Rows in all, in the page or not. */
  readonly rowCount: number
  /** The rows are those of the question before. */
  readonly isStale: boolean
  /** Bodies of rows. */
  readonly children: ReactNode
}

export function AccountTable({ rowCount, isStale, children, ...head }: AccountTableProps) {
  return (
    <table
      className={`w-full table-fixed text-table ${isStale ? '[&>tbody]:opacity-60' : ''}`}
      aria-label={texts.dashboard.section}
      aria-rowcount={rowCount + 1}
      aria-busy={isStale}
    >
      <AccountColumns {...head} />
      {children}
    </table>
  )
}

interface HeadProps {
  readonly columns: readonly Column[]
  readonly sort: AccountOrder
  readonly onSort: (sort: AccountOrder) => void
  /** Of the rows in the page. */
  readonly selected: 'none' | 'some' | 'all'
  readonly onSelectAll: () => void
}

const WIDTHS: Readonly<Record<Column, string>> = {
  followers: 'w-30 broad:w-48 full:w-80',
  growth: 'w-21 broad:w-23.5 full:w-32',
  engagement: 'w-27 broad:w-29 full:w-36',
  posts: 'w-16 full:w-24',
  lastUpdated: 'w-31 broad:w-36.5 full:w-48',
  source: 'w-31 full:w-50',
  tags: 'w-32 full:w-48',
}
/** Space between figures, which end on the right, and the words that follow them. */
const AFTER_FIGURES = 'pl-4! broad:pl-7! full:pl-12!'

export const CELL = 'px-2.5 align-middle first:pl-4 last:pr-4 broad:first:pl-5 broad:last:pr-5'
/** The classes of a cell, by what stands in it. */
export function cellClass(column: Column, columns: readonly Column[]): string {
  if (isFigure(column)) return `${CELL} text-right`
  const before = columns[columns.indexOf(column) - 1]
  return `${CELL} text-left ${before === undefined || isFigure(before) ? AFTER_FIGURES : ''}`
}

/** Widths and heads of the columns; the skeleton has the same. */
function AccountColumns({ columns, sort, onSort, selected, onSelectAll }: HeadProps) {
  const [shown, press] = usePressed(sort)
  const sorted = columnOf(shown)
  const head = (by: AccountColumn, label: string, className: string): ReactNode => {
    const isSorted = sorted?.column === by
    const isUp = isSorted && sorted.way === 'asc'
    const Arrow = isUp ? ArrowUp : ArrowDown
    return (
      <th
        key={by}
        scope="col"
        aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
        className={`${HEAD} ${className} ${isSorted ? 'font-strong text-ink' : ''}`}
      >
        <button
          type="button"
          className={`-mx-1 inline-flex min-h-6 items-center gap-1 rounded-badge px-1 hover:text-ink ${className.includes('text-right') ? 'flex-row-reverse' : ''}`}
          onClick={() => {
            press(orderAfter(shown, by))
            onSort(orderAfter(shown, by))
          }}
        >
          {label}
          {isSorted ? <Arrow className="size-3" /> : null}
        </button>
      </th>
    )
  }
  return (
    <>
      <colgroup>
        <col className="w-10 broad:w-11.5" />
        <col />
        {columns.map((column) => (
          <col key={column} className={WIDTHS[column]} />
        ))}
        <col className="w-16 broad:w-18" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={HEAD}>
            <Checkbox
              className="align-middle"
              label={words.selectAll}
              checked={selected === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selected === 'some'
              }}
              onChange={onSelectAll}
            />
          </th>
          {head('username', words.columns.account, 'text-left')}
          {columns.map((column) => {
            const className = cellClass(column, columns)
            if (column !== 'source' && column !== 'tags')
              return head(COLUMN_SORTS[column], words.columns[column], className)
            return (
              <th key={column} scope="col" className={`${HEAD} ${className}`}>
                {words.columns[column]}
              </th>
            )
          })}
          <th scope="col" className={`${HEAD} text-right`}>
            {words.columns.actions}
          </th>
        </tr>
      </thead>
    </>
  )
}

const HEAD = `${CELL} h-9 border-b border-line text-caption font-medium whitespace-nowrap text-ink-3`
