/** The first panel of the account page: who it is, the figures or why there are none, and where they come from. */
import type { MetricHistoryEntry, RouteReply } from '@tangelo/contract'
import { CalendarClock, Download, Keyboard, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import {
  FetchingFigures,
  isUnderWay,
  accountListTexts as listTexts,
  MetricCards,
  NoData,
  NoFigures,
  nextRefreshText,
  ProfileHeader,
  type RefreshState,
  refreshTexts,
  SourceLine,
  accountTexts as texts,
} from '#features/analytics/index.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import type { AccountDialog } from './account-dialogs.tsx'

interface AccountProfileProps {
  readonly detail: RouteReply<'GET /api/accounts/:accountId'>
  /** Of the 30 days up to the latest figures. */
  readonly month: readonly MetricHistoryEntry[]
  /** Undefined until it is known, and where it cannot be had. */
  readonly refresh: RefreshState | undefined
  readonly isAdmin: boolean
  readonly onOpen: (dialog: AccountDialog) => void
  readonly onRefresh: () => void
}

export function AccountProfile(props: AccountProfileProps) {
  const { detail, month, refresh, isAdmin, onOpen } = props
  const { account } = detail
  const now = useNow()
  const hasData = account.lastUpdated !== null
  return (
    <>
      <ProfileHeader account={account} />
      {hasData ? <MetricCards account={account} history={month} /> : <WithoutFigures {...props} />}
      <SourceLine
        account={account}
        next={refresh ? nextRefreshText(refresh, now) : null}
        everyDays={refresh?.everyDays ?? 1}
      >
        {isAdmin && refresh?.source ? (
          <Button variant="quiet" size="small" icon={<CalendarClock />} onClick={() => onOpen('interval')}>
            {refreshTexts.interval}
          </Button>
        ) : null}
        {isAdmin && hasData ? (
          <Button variant="quiet" size="small" icon={<Keyboard />} onClick={() => onOpen('type-in')}>
            {texts.noData.typeIn}
          </Button>
        ) : null}
        {isAdmin ? (
          <Button variant="quiet" size="small" icon={<Trash2 />} onClick={() => onOpen('delete')}>
            {texts.remove.button}
          </Button>
        ) : null}
      </SourceLine>
    </>
  )
}

/** On their way, not to be had, or nothing to get them from. */
function WithoutFigures({ refresh, isAdmin, onOpen, onRefresh }: AccountProfileProps) {
  const ways = isAdmin ? { onImport: () => onOpen('import'), onTypeIn: () => onOpen('type-in') } : undefined
  if (!refresh || (!isUnderWay(refresh) && !refresh.failure)) return <NoData ways={ways} />
  if (!refresh.failure || refresh.state === 'running') return <FetchingFigures state={refresh} />
  const isGone = refresh.failure.kind === 'not_found'
  return (
    <NoFigures
      state={refresh}
      failure={refresh.failure}
      actions={
        <>
          {isAdmin && isGone ? (
            <Button variant="primary" icon={<Pencil />} onClick={() => onOpen('edit')}>
              {texts.edit.button}
            </Button>
          ) : null}
          {isAdmin && !isUnderWay(refresh) ? (
            <Button icon={<RefreshCw />} onClick={onRefresh}>
              {texts.tryAgain}
            </Button>
          ) : null}
          {ways && !isGone ? (
            <>
              <Button icon={<Download />} onClick={ways.onImport}>
                {listTexts.importData}
              </Button>
              <Button icon={<Keyboard />} onClick={ways.onTypeIn}>
                {texts.noData.typeIn}
              </Button>
            </>
          ) : null}
        </>
      }
    />
  )
}
