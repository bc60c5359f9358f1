/** 'Your Instagram Accounts': filter, sort and the four states of the list. The URL holds what is shown. */
import { ACCOUNT_SORTS, type AccountSort } from '@tangelo/contract/limits'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select } from '#ui/select.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { accountPages, flattenRows } from '../queries/lists.ts'
import { texts } from '../texts/list.ts'
import { AccountList } from './account-list.tsx'
import { AccountTable } from './account-table.tsx'
import { AccountsSkeleton } from './accounts-skeleton.tsx'
import type { LoadCompanyNamesProps } from './load-company-names.tsx'
import type { CompanyNames } from './use-company-names.ts'

/** Administrators only. When it cannot be fetched the rows name no company. */
const CompanyNamesOf = lazy<ComponentType<LoadCompanyNamesProps>>(() =>
  import('./load-company-names.tsx').then(
    (module) => ({ default: module.LoadCompanyNames }),
    () => ({ default: () => null }),
  ),
)
const NO_NAMES: CompanyNames = new Map()

interface AccountsSectionProps {
  readonly sort: AccountSort
  readonly filter: string
  readonly onSortChange: (sort: AccountSort) => void
  readonly onFilterChange: (filter: string) => void
  /** For administrators only; absent for other users. */
  readonly admin?: { readonly onAdd: () => void; readonly onImport: () => void } | undefined
  /** The sums above the rows. */
  readonly totals: ReactNode
  /** All accounts, without the filter; unknown until the sums have come. */
  readonly allAccounts: number | undefined
}

const SORT_OPTIONS = ACCOUNT_SORTS.map((value) => ({ value, label: texts.sorts[value] }))

export function AccountsSection(props: AccountsSectionProps) {
  const isEmpty = props.allAccounts === 0 && props.filter === ''
  return (
    <section aria-labelledby="accounts-heading">
      <div className="mt-8 mb-3 flex flex-wrap items-center gap-2 min-[1220px]:flex-nowrap">
        <h2 id="accounts-heading" className="flex min-h-8 flex-1 items-center text-section whitespace-nowrap">
          {texts.dashboard.section}
        </h2>
        {isEmpty ? null : <Tools {...props} />}
      </div>
      <Accounts {...props} />
    </section>
  )
}

/** What can be done with a list that has rows; an empty one says itself how to begin. */
function Tools({ sort, filter, onSortChange, onFilterChange, admin }: AccountsSectionProps) {
  const isPhone = useMediaQuery('(max-width: 860px)')
  const client = useQueryClient()
  const prepare = (): void => {
    for (const order of ACCOUNT_SORTS) void client.prefetchInfiniteQuery(accountPages(order, filter))
  }
  return (
    <>
      {admin ? (
        <div className="flex gap-2 min-[1220px]:order-2">
          {isPhone ? null : (
            <Button icon={<Download />} onClick={admin.onImport}>
              {texts.importData}
            </Button>
          )}
          <Button variant="primary" icon={<Plus />} onClick={admin.onAdd}>
            {texts.addAccount}
          </Button>
        </div>
      ) : null}
      <div className="order-2 flex w-full gap-2 min-[1220px]:order-1 min-[1220px]:w-auto">
        <FilterField
          className="flex-1 min-[1220px]:w-44 min-[1220px]:flex-none"
          label={texts.table.filter}
          placeholder={isPhone ? texts.table.filterShort : texts.table.filter}
          filter={filter}
          onFilterChange={onFilterChange}
        />
        {/* Hovering over the sort prefetches the other orders. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for hover and focus, to prefetch */}
        <div className="contents" onPointerEnter={prepare} onFocus={prepare}>
          <Select
            label={texts.table.sort}
            hideLabel
            {...(isPhone ? {} : { prefix: texts.table.sort })}
            value={sort}
            onChange={onSortChange}
            options={SORT_OPTIONS}
          />
        </div>
        {admin && isPhone ? (
          <IconButton
            variant="default"
            className="flex-none"
            label={texts.importData}
            icon={<Download />}
            onClick={admin.onImport}
          />
        ) : null}
      </div>
    </>
  )
}

function Accounts({ sort, filter, onFilterChange, admin, totals, allAccounts }: AccountsSectionProps) {
  const list = useInfiniteQuery({ ...accountPages(sort, filter), placeholderData: keepPreviousData })
  const compact = useMediaQuery('(max-width: 1139px)')
  const late = useDelayed(list.isPending)
  const [names, setNames] = useState(NO_NAMES)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const accounts = useMemo(() => flattenRows(data?.pages ?? []), [data])
  const loadNext = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !list.isPlaceholderData

  if (list.isPending) {
    return (
      <Panel>
        {totals}
        <AccountsSkeleton compact={compact} shown={late} hasCompany={admin !== undefined} />
      </Panel>
    )
  }
  if (!data) {
    return (
      <Panel>
        <FailedState
          title={texts.table.failed}
          cause={list.error?.message ?? ''}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Panel>
    )
  }
  const total = data.pages[0]?.total ?? accounts.length
  if (accounts.length === 0) {
    return (
      <Panel className={list.isPlaceholderData ? 'opacity-60' : ''}>
        {filter ? (
          <EmptyState
            text={texts.table.noMatch(filter)}
            actions={<Button onClick={() => onFilterChange('')}>{texts.table.clearFilter}</Button>}
          />
        ) : (
          <EmptyState text={texts.table.empty} actions={admin ? <FirstSteps {...admin} /> : undefined} />
        )}
      </Panel>
    )
  }
  const List = compact ? AccountList : AccountTable
  return (
    <Panel>
      {admin ? (
        <Suspense fallback={null}>
          <CompanyNamesOf pages={data.pages} onNames={setNames} />
        </Suspense>
      ) : null}
      {totals}
      <List
        accounts={accounts}
        total={total}
        loadMore={canLoad ? loadNext : undefined}
        stale={list.isPlaceholderData}
        companies={admin && names}
      />
      <div className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-[12.5px]/[20px] text-ink-3 desk:px-5">
        <span role="status">
          {texts.table.shown(formatWhole(total), formatWhole(Math.max(total, allAccounts ?? total)))}
        </span>
        {isFetchNextPageError ? (
          <span className="ml-auto flex items-center gap-2" role="alert">
            {texts.table.moreFailed}
            <Button size="small" onClick={loadNext} busy={isFetchingNextPage}>
              {texts.table.tryAgain}
            </Button>
          </span>
        ) : null}
      </div>
    </Panel>
  )
}

function FirstSteps({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  return (
    <>
      <Button variant="primary" icon={<Plus />} onClick={onAdd}>
        {texts.addAccount}
      </Button>
      <Button icon={<Download />} onClick={onImport}>
        {texts.importData}
      </Button>
    </>
  )
}
