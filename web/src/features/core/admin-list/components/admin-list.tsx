/** A list of the admin panel: search, order, the four states, and rows page by page. The URL holds what is shown. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Page } from '#lib/api.ts'
import { formatWhole } from '#lib/format.ts'
import { getLoadMore } from '#lib/load-more.ts'
import { useFocusAfterRow } from '#lib/use-focus-after-row.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { MoreFailed } from '#ui/more-failed.tsx'
import { type Column, PagedList } from '#ui/paged-list.tsx'
import { PagedListSkeleton } from '#ui/paged-list-skeleton.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select } from '#ui/select.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { failureOf, texts } from '../texts.ts'

interface ListTexts {
  readonly list: string
  readonly search: string
  readonly create: string
  readonly loading: string
  /** spec §8, verbatim. */
  readonly failed: string
  readonly empty: string
  readonly noMatch: string
  /** Nothing belongs to the company that narrows the list. */
  readonly noneHere?: string
  readonly shown: (shown: string, total: string) => string
}

interface AdminListProps<Row, Order extends string> {
  readonly words: ListTexts
  readonly list: UseInfiniteQueryResult<InfiniteData<Page<Row[]>>>
  readonly columns: readonly Column<Row>[]
  readonly card: (row: Row) => ReactNode
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly order: Order
  readonly orders: readonly { readonly value: Order; readonly label: string }[]
  readonly onOrder: (order: Order) => void
  readonly onCreate: () => void
  /** Narrows the list beside the search, and is shown above it; null where nothing does. */
  readonly narrowed: ReactNode
  /** Shows everything again: clears the search and the other filters. */
  readonly onShowAll: () => void
}

export function AdminList<Row extends { readonly id: number }, Order extends string>(
  props: AdminListProps<Row, Order>,
) {
  const { words, q, onSearch, order, orders, onOrder, onCreate, narrowed } = props
  const isPhone = useMediaQuery('(max-width: 599px)')
  const whole = useRef<HTMLDivElement>(null)
  return (
    <div ref={whole} {...useFocusAfterRow(whole)}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {/* First by keys, last to the eye. */}
        <Button className="order-last ml-auto" variant="primary" icon={<Plus />} onClick={onCreate}>
          {words.create}
        </Button>
        <FilterField
          className="w-full desk:w-64"
          label={words.search}
          placeholder={words.search}
          filter={q}
          onFilterChange={onSearch}
        />
        <Select
          label={texts.order}
          hideLabel
          prefix={isPhone ? undefined : texts.order}
          isInAddress
          value={order}
          options={orders}
          onChange={onOrder}
        />
        {narrowed}
      </div>
      <Panel aria-label={words.list}>
        <Faces {...props} />
      </Panel>
    </div>
  )
}

function Faces<Row extends { readonly id: number }, Order extends string>({
  words,
  list,
  columns,
  card,
  q,
  onCreate,
  narrowed,
  onShowAll,
}: AdminListProps<Row, Order>) {
  const late = useDelayed(list.isPending)
  const { data, error, isPlaceholderData, isFetchNextPageError } = list
  const rows = useMemo(() => flattenRows(data?.pages ?? []), [data])

  // Rows that are there stay; a note beside them says that they may be old.
  const isOld = Boolean(error && data && !isFetchNextPageError)
  useEffect(() => {
    if (isOld) toast(failureOf(words.failed, error))
  }, [isOld, error, words])

  if (list.isPending) return <PagedListSkeleton columns={columns} shown={late} loading={words.loading} />
  if (!data) {
    return <QueryFailed title={words.failed} query={list} />
  }
  if (rows.length === 0) {
    const isFiltered = q !== '' || narrowed !== null
    return (
      <EmptyState
        text={q ? words.noMatch : ((narrowed === null ? null : words.noneHere) ?? words.empty)}
        actions={
          isFiltered ? (
            <Button onClick={onShowAll}>{texts.showAll}</Button>
          ) : (
            <Button icon={<Plus />} onClick={onCreate}>
              {words.create}
            </Button>
          )
        }
      />
    )
  }
  const total = data.pages[0]?.total ?? rows.length
  return (
    <>
      <PagedList
        label={words.list}
        rows={rows}
        total={total}
        columns={columns}
        card={card}
        loadMore={getLoadMore(list)}
        stale={isPlaceholderData}
      />
      <div className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-note text-ink-3 desk:px-5">
        <span role="status">{words.shown(formatWhole(rows.length), formatWhole(Math.max(total, rows.length)))}</span>
        <MoreFailed className="ml-auto" list={list} text={words.failed} />
      </div>
    </>
  )
}

/** All rows of the pages so far. A row that moved between two pages is shown once. */
function flattenRows<Row extends { readonly id: number }>(pages: readonly Page<Row[]>[]): Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()]
}
