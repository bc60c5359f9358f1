/** What narrows, orders and groups the table. All of it is in the address. */
import { ACCOUNT_SORTS, type AccountOrder } from '@tangelo/contract/limits'
import { Columns3, ListFilter } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { Select } from '#ui/select.tsx'
import type { Column } from '../rules/columns.ts'
import { columnOf } from '../rules/order.ts'
import { texts } from '../texts/list.ts'
import { AccountFilters, type AccountFiltersProps } from './account-filters.tsx'

const ColumnList = makePreloadable(async () => (await import('./column-list.tsx')).ColumnList)
const FilterSheet = makePreloadable(async () => (await import('./filter-sheet.tsx')).FilterSheet)

interface AccountToolsProps extends Omit<AccountFiltersProps, 'isField'> {
  readonly columns: readonly Column[]
  readonly onColumns: (columns: readonly Column[] | null) => void
  readonly isGrouped: boolean
}

export function AccountTools(props: AccountToolsProps) {
  const { view, onChange, isGrouped, clients, clientId } = props
  const isPhone = useMediaQuery('(max-width: 739px)')
  const isNarrow = useMediaQuery('(max-width: 1339px)')
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 py-2.5 desk:px-5 broad:[--control-height:28px]">
      <FilterField
        className="min-w-28 flex-1 pad:max-w-50"
        label={texts.table.filter}
        placeholder={texts.table.filter}
        filter={view.q}
        onFilterChange={(q) => onChange({ q })}
      />
      {isNarrow ? null : <AccountFilters {...props} />}
      <span className="flex-1 max-pad:hidden" />
      {clients && clients.length > 1 && clientId === null && !isPhone ? (
        <Select
          label={texts.tools.groupBy}
          hideLabel
          prefix={texts.tools.groupBy}
          value={isGrouped ? 'client' : 'none'}
          onChange={(group) => onChange({ grouped: group === 'none' ? 'no' : undefined })}
          options={GROUPINGS}
        />
      ) : null}
      {isNarrow ? <FilterButton {...props} /> : null}
      {isPhone ? null : <ColumnButton {...props} />}
    </div>
  )
}

interface OpeningButtonProps {
  readonly icon: ReactNode
  readonly label: string
  /** Fetches what it opens. */
  readonly preload: () => void
  readonly children: (anchor: RefObject<HTMLButtonElement | null>, close: () => void) => ReactNode
}

/** A button with a layer beside it. It holds by itself whether that is open: opening draws nothing of the tools anew. */
function OpeningButton({ icon, label, preload, children }: OpeningButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen ? children(button, () => setIsOpen(false)) : null}
    </>
  )
}

function ColumnButton({ columns, onColumns }: Pick<AccountToolsProps, 'columns' | 'onColumns'>) {
  return (
    <OpeningButton icon={<Columns3 />} label={texts.tools.columns} preload={ColumnList.preload}>
      {(anchor, close) => <ColumnList columns={columns} onChange={onColumns} anchor={anchor} onClose={close} />}
    </OpeningButton>
  )
}

function FilterButton(props: AccountFiltersProps) {
  const { category, tag, source } = props.view
  const filters = [category, tag, source].filter(Boolean).length
  const label = filters > 0 ? texts.tools.filtered(filters) : texts.tools.filter
  return (
    <OpeningButton icon={<ListFilter />} label={label} preload={FilterSheet.preload}>
      {(anchor, close) => (
        <FilterSheet anchor={anchor} onClose={close}>
          <AccountFilters {...props} isField />
        </FilterSheet>
      )}
    </OpeningButton>
  )
}

export function SortSelect({ view, onChange }: Pick<AccountToolsProps, 'view' | 'onChange'>) {
  const isPhone = useMediaQuery('(max-width: 739px)')
  return (
    <Select
      label={texts.table.sort}
      hideLabel
      prefix={isPhone ? undefined : texts.table.sort}
      isInAddress
      value={view.sort}
      onChange={(sort) => onChange({ sort })}
      options={sortOptions(view.sort)}
    />
  )
}

const GROUPINGS = [
  { value: 'client', label: texts.tools.client },
  { value: 'none', label: texts.tools.nothing },
] as const

/** spec §2 names three orders; an order that a head of the table chose is named too, as long as it holds. */
function sortOptions(sort: AccountOrder): { value: AccountOrder; label: string }[] {
  const named = ACCOUNT_SORTS.map((value) => ({ value, label: texts.sorts[value] }))
  const other = columnOf(sort)
  if (!other || named.some(({ value }) => value === sort)) return named
  return [...named, { value: sort, label: texts.columnSort(texts.sortColumns[other.column], other.way) }]
}
