/** What an account's posts and figures show, and how sure that is. The URL holds the period and the day that is open. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AnalysisView } from '#features/analytics/analysis/components/analysis-view.tsx'
import { DEFAULT_PERIOD, PERIODS, type PeriodName, periodDays } from '#features/analytics/analysis/rules/period.ts'
import { texts } from '#features/analytics/analysis/texts/panels.ts'
import { AccountMissing, accountDetail, accountIdFrom, isAccountMissing } from '#features/analytics/index.ts'
import { todayUtc } from '#lib/days.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { AccountFrame } from './account-head.tsx'

const ImportDialog = makePreloadable(
  async () => (await import('#features/analytics/metrics-import/components/import-dialog.tsx')).ImportDialog,
)

const route = getRouteApi('/account/$accountId/analysis')
const OPTIONS = PERIODS.map((value) => ({ value, label: texts.periods.options[value] }))

export function AccountAnalysisPage() {
  const id = accountIdFrom(route.useParams().accountId)
  // A new key for a new account: nothing of one shows on the page of another.
  return id === null ? <AccountMissing /> : <Screen key={id} accountId={id} />
}

function Screen({ accountId }: { accountId: number }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const isAdmin = useSession().user?.role === 'admin'
  const [today] = useState(() => todayUtc())
  const [isImporting, setIsImporting] = useState(false)
  const detail = useQuery(accountDetail(accountId))
  usePreload(ImportDialog)
  const username = detail.data?.account.username
  usePageTitle(username ? texts.title(username) : undefined)
  if (isAccountMissing(detail.error)) return <AccountMissing />

  const chosen: PeriodName = search.period ?? DEFAULT_PERIOD
  const showsBefore = chosen !== 'all' && search.before !== 'off'
  const go = (next: typeof search): void => void navigate({ search: next, replace: true, resetScroll: false })
  const choose = (period: PeriodName): void =>
    go({
      before: search.before,
      ...(period === DEFAULT_PERIOD ? {} : { period: period as Exclude<PeriodName, 'year'> }),
    })
  const closeImport = (): void => {
    setIsImporting(false)
    void client.invalidateQueries({ queryKey: accountDetail(accountId).queryKey })
  }
  return (
    <AccountFrame accountId={accountId} username={username} open="analysis">
      <div className="answers mt-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <Segmented
            label={texts.periods.label}
            value={chosen}
            onChange={choose}
            options={OPTIONS}
            className="max-desk:flex max-desk:w-full max-desk:[&>button]:flex-1 max-desk:[&>button]:justify-center max-desk:[&>button]:px-2"
          />
          {chosen === 'all' ? null : (
            <Switch
              label={texts.showBefore}
              isOn={showsBefore}
              onChange={(isOn) => go({ ...search, before: isOn ? undefined : 'off' })}
            >
              {texts.showBefore}
            </Switch>
          )}
        </div>
        <AnalysisView
          accountId={accountId}
          period={periodDays(chosen, today)}
          showsBefore={showsBefore}
          day={search.day}
          onDay={(day) => go({ ...search, day })}
          onImport={isAdmin ? () => setIsImporting(true) : undefined}
          onShowAll={chosen === 'all' ? undefined : () => choose('all')}
        />
      </div>
      {isImporting ? <ImportDialog open onOpenChange={closeImport} /> : null}
    </AccountFrame>
  )
}
