/**
 * A long list as a table that scrolls with the page, and as cards where a table has no room. Ten thousand rows are as light
 * as forty. The caller says what a column shows.
 */

import type { ReactNode } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { SpacerRow } from './spacer-row.tsx'

const ROW_HEIGHT = 56
const CARD_HEIGHT = 96
export const CELL = 'px-3 align-middle first:pl-5 last:pr-5'
const HEAD =
  'border-b border-line px-3 py-2.5 text-left text-caption font-medium whitespace-nowrap text-ink-3 first:pl-5 last:pr-5'
/** The column without a width takes what is left, and on a vast screen its share of it. */
const REST = 'vast:w-80'

export interface Column<Row> {
  readonly head: string
  /** Width and alignment, of the head and of every cell. */
  readonly className?: string
  readonly cell: (row: Row) => ReactNode
}

interface PagedListProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** All rows there are, in the page or not. */
  readonly total: number
  readonly columns: readonly Column<Row>[]
  /** The same row on a narrow screen. */
  readonly card: (row: Row) => ReactNode
  readonly loadMore: (() => void) | undefined
  /** The rows are those of the question before. */
  readonly stale: boolean
}

export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 1139px)')

export function PagedList<Row extends { readonly id: number }>(props: PagedListProps<Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <Table {...props} />
}

function Table<Row extends { readonly id: number }>({
  label,
  rows,
  total,
  columns,
  loadMore,
  stale,
}: PagedListProps<Row>) {
  const shown = useWindowRows<HTMLTableSectionElement>({ count: rows.length, rowHeight: ROW_HEIGHT, loadMore })
  return (
    <table className="w-full table-fixed text-table" aria-label={label} aria-rowcount={total + 1} aria-busy={stale}>
      <Heads columns={columns} />
      <tbody ref={shown.body} className={stale ? 'opacity-60' : ''}>
        <SpacerRow height={shown.above} columns={columns.length} />
        {shown.indexes.map((index) => {
          const row = rows[index]
          return row ? (
            <tr
              key={row.id}
              aria-rowindex={index + 2}
              className="h-14 border-b border-line last:border-b-0 hover:bg-hover has-[:focus-visible]:bg-hover"
            >
              {columns.map(({ head, className = '', cell }) => (
                <td key={head} className={`${CELL} ${className}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ) : null
        })}
        <SpacerRow height={shown.below} columns={columns.length} />
      </tbody>
    </table>
  )
}

export function Heads<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ head, className = '' }) => (
          <th key={head} scope="col" className={`${HEAD} ${className || REST}`}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Cards<Row extends { readonly id: number }>({
  label,
  rows,
  total,
  card,
  loadMore,
  stale,
}: PagedListProps<Row>) {
  const shown = useWindowRows<HTMLUListElement>({ count: rows.length, rowHeight: CARD_HEIGHT, loadMore })
  return (
    <ul
      ref={shown.body}
      aria-label={label}
      aria-busy={stale}
      className={stale ? 'opacity-60' : ''}
      style={{ paddingTop: shown.above, paddingBottom: shown.below }}
    >
      {shown.indexes.map((index) => {
        const row = rows[index]
        return row ? (
          <li
            key={row.id}
            aria-posinset={index + 1}
            aria-setsize={total}
            className="flex h-24 items-center gap-2 border-b border-line px-4 text-table last:border-b-0"
          >
            {card(row)}
          </li>
        ) : null
      })}
    </ul>
  )
}
