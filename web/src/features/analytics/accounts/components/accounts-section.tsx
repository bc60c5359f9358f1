/** 'Your Instagram Accounts': the sums of a period, filters, and the four states of the list. The URL holds what is shown. */
import type { ListedAccount } from '@tangelo/contract'
import { PERIODS } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react'
import { useClient } from '#lib/client.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useLastHeight } from '#lib/use-last-height.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { usePending } from '#lib/use-pending.ts'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { clientTotals, globalMetrics } from '../../metrics/queries/metrics.ts'
import { type Column, keepColumns, readColumns } from '../rules/columns.ts'
import { type AccountsView, isNarrowed, questionOf, type ViewChange } from '../rules/view.ts'
import { texts } from '../texts/section.ts'
import { AccountsList, preloadRows } from './accounts-list.tsx'
import type { AdminActions } from './empty-accounts.tsx'
import { useAccountList } from './use-account-list.ts'
import { useSelection } from './use-selection.ts'
import { columnsAt, lineWidthAt, useWidthStep } from './use-usual-columns.ts'

const TotalsStrip = makePreloadable(
  async () => (await import('./panel-parts.ts')).TotalsStrip,
  <div className="h-54.5 border-b border-line pad:h-32 broad:h-24.5" />,
)
const AccountTools = makePreloadable(
  async () => (await import('./panel-parts.ts')).AccountTools,
  <div className="h-15.25 border-b border-line broad:h-12.25" />,
)
const EmptyAccounts = makePreloadable(async () => (await import('./panel-parts.ts')).EmptyAccounts)

export interface SelectionBarProps {
  readonly accounts: readonly ListedAccount[]
  readonly isAdmin: boolean
  readonly onClear: () => void
  readonly onChanged: (accounts: readonly ListedAccount[]) => void
  /** These were moved or deleted. */
  readonly onDone: (accountIds: readonly number[]) => void
}

interface AccountsSectionProps {
  readonly view: AccountsView
  readonly onChange: (change: ViewChange) => void
  /** For administrators only; absent for other users. */
  readonly admin?: AdminActions | undefined
  /** What can be done with chosen accounts. */
  readonly selectionBar: ComponentType<SelectionBarProps>
  /** Once there is room for the list; and whether there are accounts, where that is known. */
  readonly onReady: (isEmpty: boolean | undefined) => void
}

const SortSelect = makePreloadable(
  async () => (await import('./panel-parts.ts')).SortSelect,
  <div className="h-8 w-55 max-pad:w-36" />,
)
const COMPACT = '(max-width: 739px)'
TotalsStrip.preload()
EmptyAccounts.preload()
AccountTools.preload()
preloadRows()

const PERIOD_OPTIONS = PERIODS.map((days) => ({ value: `${days}` as const, label: texts.periods[days] }))

export function AccountsSection({ view, onChange, admin, selectionBar: SelectionBar, onReady }: AccountsSectionProps) {
  const { clientId, choose } = useClient()
  const clients = useQuery({ ...clientTotals(view.period), enabled: admin !== undefined })
  const isCompact = useMediaQuery(COMPACT)
  const selection = useSelection()
  const step = useWidthStep()
  const [chosen, setChosen] = useState(readColumns)
  const columns = chosen ?? columnsAt(step)
  const onColumns = useCallback((next: readonly Column[] | null): void => {
    keepColumns(next)
    setChosen(next)
  }, [])

  const several = clients.data && clients.data.length > 1 && clientId === null ? clients.data : undefined
  const groups = several && view.grouped !== 'no' && !isNarrowed(view) ? several : undefined
  const question = useMemo(() => questionOf(view, clientId), [view, clientId])
  const flat = useAccountList(question, groups === undefined)
  const { period, category, tag, source } = view
  const sumsOf = { period, category, tag, source, companyId: clientId ?? undefined }
  const sums = useQuery(globalMetrics(sumsOf))
  const isPending = usePending(
    groups === undefined && (flat.list.isPending || (clients.isPending && clients.isFetching)),
  )
  const rest = useLastHeight<HTMLElement>('accounts', isPending)

  const isUntouched = !isNarrowed(view)
  const isEmpty = isUntouched && !isPending && !groups && flat.list.data !== undefined && flat.accounts.length === 0
  const isReady = !isPending || rest.minHeight !== undefined
  useEffect(() => {
    if (isReady) onReady(isPending ? undefined : isEmpty)
  }, [isReady, isPending, isEmpty, onReady])

  const frame = useMemo(() => ({ columns, lineWidth: lineWidthAt(step), selection }), [columns, step, selection])
  const names = useMemo(() => several && new Map(several.map(({ companyId, name }) => [companyId, name])), [several])
  const selected = useMemo(() => [...selection.selection.values()], [selection.selection])
  return (
    <section aria-labelledby="accounts-heading">
      <div className="mt-6 mb-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="accounts-heading" tabIndex={-1} className="flex-1 text-section whitespace-nowrap">
          {texts.dashboard.section}
        </h2>
        {isEmpty ? null : (
          <div className="min-w-0 max-pad:max-w-36">
            <SortSelect view={view} onChange={onChange} />
          </div>
        )}
        {isEmpty ? null : (
          <Segmented
            className="max-pad:flex max-pad:w-full max-pad:[&>button]:flex-1 max-pad:[&>button]:justify-center"
            label={texts.periods.label}
            value={`${view.period}`}
            options={PERIOD_OPTIONS}
            onChange={(days) => onChange({ period: PERIODS.find((each) => `${each}` === days) })}
          />
        )}
      </div>
      <Panel ref={rest.box} style={{ minHeight: rest.minHeight }}>
        {isEmpty ? null : (
          <>
            <TotalsStrip {...sumsOf} />
            <AccountTools
              view={view}
              onChange={onChange}
              clients={clients.data}
              clientId={clientId}
              onClient={choose}
              columns={columns}
              onColumns={onColumns}
              isGrouped={groups !== undefined}
            />
          </>
        )}
        <AccountsList
          frame={frame}
          view={view}
          onChange={onChange}
          question={question}
          flat={flat}
          isPending={isPending}
          isCompact={isCompact}
          groups={groups}
          names={names}
          empty={<EmptyAccounts view={view} onChange={onChange} isOneClient={clientId !== null} admin={admin} />}
          sums={sums.data}
          onClient={choose}
        />
      </Panel>
      {selected.length > 0 && !isCompact ? (
        <SelectionBar
          accounts={selected}
          isAdmin={admin !== undefined}
          onClear={selection.clear}
          onChanged={selection.update}
          onDone={selection.drop}
        />
      ) : null}
    </section>
  )
}
