/** One account: profile, figures, history over chosen days, latest posts. The URL holds the days. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Calendar, Pencil, RefreshCw } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import {
  AccountMissing,
  accountDetail,
  accountIdFrom,
  DEFAULT_RANGE,
  dayRange,
  ExportButton,
  HistoryCharts,
  isAccountMissing as isMissing,
  LatestPosts,
  metricHistoryWithBefore,
  OwnDays,
  ProfileSkeleton,
  RangePicker,
  type RangeSearch,
  RefreshFailure,
  refreshAccounts,
  refreshTexts,
  accountTexts as texts,
  useRefresh,
} from '#features/analytics/index.ts'
import { ShareButton } from '#features/clients/index.ts'
import { companyCalendar, useCompanyToday } from '#features/content/index.ts'
import { isOutdated } from '#lib/comparison.ts'
import { lazyExtra } from '#lib/lazy-extra.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { localOf } from '#lib/zones.ts'
import { Button } from '#ui/button.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import type { AccountDialog } from './account-dialogs.tsx'
import { AccountFrame } from './account-head.tsx'
import { AccountProfile } from './account-profile.tsx'

const AccountDialogs = makePreloadable(async () => (await import('./account-dialogs.tsx')).AccountDialogs)

const OwnAccountPanel = lazyExtra(
  async () => (await import('#features/publishing/own-accounts/components/own-account-panel.tsx')).OwnAccountPanel,
)

const route = getRouteApi('/account/$accountId')

export function AccountPage() {
  const { accountId } = route.useParams()
  const id = accountIdFrom(accountId)
  // A new key for a new account: nothing of one shows on the page of another.
  return id === null ? <AccountMissing /> : <AccountScreen key={id} accountId={id} />
}

function AccountScreen({ accountId }: { accountId: number }) {
  const search = route.useSearch()
  const params = route.useParams()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const role = useSession().user?.role
  const isAdmin = role === 'admin'
  const detail = useQuery(accountDetail(accountId))
  const companyId = detail.data?.account.companyId
  const today = useCompanyToday(companyId)
  const { timeZone = 'UTC' } = useQuery({ ...companyCalendar(companyId), enabled: companyId !== undefined }).data ?? {}
  const lastUpdated = detail.data?.account.lastUpdated ?? null
  const isOld = lastUpdated !== null && isOutdated(lastUpdated, new Date())
  const lastMonth = dayRange({}, isOld ? localOf(lastUpdated, timeZone).day : today)
  const month = useQuery({
    // As the charts ask for it, which draw the same days at first.
    ...metricHistoryWithBefore(accountId, lastMonth.from, lastMonth.to),
    select: (days) => days.filter(({ date }) => date >= lastMonth.from),
  })
  const late = useDelayed(detail.isPending)
  const isPhone = useMediaQuery('(max-width: 767px)')
  const [dialog, setDialog] = useState<AccountDialog | null>(null)
  const refresh = useRefresh(accountId, () => setDialog('refresh'))
  const picker = useRef<HTMLDivElement>(null)
  const [isPickerPointedAt, setIsPickerPointedAt] = useState(false)
  usePreload(AccountDialogs)
  const account = detail.data?.account
  usePageTitle(account ? `@${account.username}` : undefined)

  if (isMissing(detail.error)) return <AccountMissing />

  const setRange = ({ range, from, to }: RangeSearch): void => {
    setIsPickerPointedAt(false)
    // What is shown anyway stays out of the address.
    const search = range === DEFAULT_RANGE ? {} : { range, from, to }
    void navigate({ search, replace: true, resetScroll: false })
  }
  const goToRange = (): void => {
    const chosen = picker.current?.querySelector<HTMLElement>('[tabindex="0"]')
    chosen?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    chosen?.focus({ preventScroll: true })
    setIsPickerPointedAt(true)
  }
  const ways = isAdmin ? { onImport: () => setDialog('import'), onTypeIn: () => setDialog('type-in') } : undefined
  const range = dayRange(search, today)
  const chosen = search.range ?? DEFAULT_RANGE
  const hasData = account?.lastUpdated !== null
  // While the account is on its way its history is too: nearly every account has one.
  const showsHistory = hasData && (detail.isPending || detail.data !== undefined)

  return (
    <AccountFrame
      accountId={accountId}
      username={account?.username}
      open="overview"
      actions={
        <>
          {isAdmin ? (
            <Button
              icon={<RefreshCw />}
              disabled={!account}
              busy={refresh.busy}
              busyLabel={refreshTexts.busy}
              onClick={refresh.start}
            >
              {refreshTexts.button}
            </Button>
          ) : null}
          <Button icon={<Calendar />} disabled={!showsHistory} onClick={goToRange}>
            {texts.account.dateRange}
          </Button>
          <ExportButton account={account} />
          {account ? (
            <ShareButton
              kind="account"
              targetId={accountId}
              name={`@${account.username}`}
              companyId={account.companyId}
              isIcon
            />
          ) : (
            <span className="size-8" />
          )}
          <Button icon={<Pencil />} disabled={!account} onClick={() => setDialog('edit')}>
            {texts.edit.button}
          </Button>
        </>
      }
    >
      <p className="sr-only" role="status">
        {refresh.news}
      </p>
      {hasData && refresh.state ? <RefreshFailure state={refresh.state} /> : null}
      <Panel className="mt-5">
        {detail.isPending ? <ProfileSkeleton shown={late} /> : null}
        {detail.error && !detail.data ? <QueryFailed title={texts.account.failed} query={detail} /> : null}
        {detail.data ? (
          <AccountProfile
            detail={detail.data}
            month={month.data ?? []}
            refresh={refresh.state}
            isAdmin={isAdmin}
            onOpen={setDialog}
            onRefresh={refresh.start}
          />
        ) : null}
      </Panel>
      {showsHistory ? (
        // The height of the text above is not known yet: on a phone it would push this section down.
        <section aria-labelledby="range-heading" className={detail.isPending && isPhone ? 'invisible' : undefined}>
          <div className="mt-8 mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
            <h2 id="range-heading" className="text-section" aria-live="polite">
              {range.heading}
            </h2>
            <RangePicker
              ref={picker}
              chosen={chosen}
              range={range}
              onChange={setRange}
              isPointedAt={isPickerPointedAt}
            />
          </div>
          {chosen === 'custom' ? <OwnDays range={range} onChange={setRange} /> : null}
          <HistoryCharts
            accountId={accountId}
            range={range}
            onShowAll={() => setRange({ range: 'all' })}
            onDay={(day) => void navigate({ to: '/account/$accountId/posts', params, search: { day } })}
          />
        </section>
      ) : null}
      {detail.data && hasData ? <LatestPosts posts={detail.data.posts} /> : null}
      {account && role !== 'basic' ? (
        <Suspense>
          <OwnAccountPanel accountId={accountId} username={account.username} />
        </Suspense>
      ) : null}
      {account && dialog ? (
        <AccountDialogs
          account={account}
          isAdmin={isAdmin}
          ways={ways}
          today={today}
          open={dialog}
          // What is saved late does not close what was opened since.
          onClose={() => setDialog((now) => (now === dialog ? null : now))}
          onDeleted={() => void navigate({ to: '/', replace: true })}
          onTypedIn={() => void refreshAccounts(client)}
        />
      ) : null}
    </AccountFrame>
  )
}
