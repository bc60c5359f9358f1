/** The accounts in the sidebar and in the drawer of a phone. They are the pages of the table, most followers first. */
import type { Account } from '@tangelo/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useMemo } from 'react'
import { formatWhole, shorten } from '#lib/format.ts'
import { getLoadMore } from '#lib/load-more.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { accountPages, flattenRows } from '../queries/lists.ts'
import { DEFAULT_PERIOD } from '../rules/view.ts'
import { texts } from '../texts/list.ts'
import { useScrollRows } from './use-scroll-rows.ts'

interface SidebarAccountsProps {
  readonly variant: 'sidebar' | 'drawer'
  readonly heading: string
  /** Only the accounts of this company. */
  readonly companyId: number | null
  readonly onNavigate?: () => void
}

const ROW_HEIGHT = { sidebar: 31, drawer: 41 }
const NOTE = 'px-2 py-1 text-label text-ink-3'

export function SidebarAccounts({ variant, heading, companyId, onNavigate }: SidebarAccountsProps) {
  const list = useInfiniteQuery(accountPages({ period: DEFAULT_PERIOD, companyId: companyId ?? undefined }))
  const late = useDelayed(list.isPending)
  const accounts = useMemo(() => flattenRows(list.data?.pages ?? []), [list.data])
  const total = list.data?.pages[0]?.total ?? 0
  return (
    <>
      <div className="nav-heading">
        <h2>{heading}</h2>
        {total > 0 ? formatWhole(total) : null}
      </div>
      <div className="nav-scroll">
        {list.isPending ? <Loading variant={variant} shown={late} /> : null}
        {list.data && accounts.length === 0 ? <p className={NOTE}>{texts.sidebar.empty}</p> : null}
        {accounts.length > 0 ? (
          <Rows
            variant={variant}
            accounts={accounts}
            total={total}
            loadMore={getLoadMore(list)}
            onNavigate={onNavigate}
          />
        ) : null}
        {list.isFetchNextPageError || !(list.data || list.isPending) ? (
          <p className={NOTE} role="alert">
            {list.data ? texts.table.moreFailed : texts.sidebar.failed}{' '}
            <button
              type="button"
              className="link"
              onClick={() => void (list.data ? list.fetchNextPage() : list.refetch())}
            >
              {texts.table.tryAgain}
            </button>
          </p>
        ) : null}
      </div>
    </>
  )
}

/** spec §2: the drawer says so in words, the sidebar shows three grey rows. */
function Loading({ variant, shown }: { variant: 'sidebar' | 'drawer'; shown: boolean }) {
  if (variant === 'drawer') {
    return (
      <p className={NOTE} role="status">
        {texts.sidebar.loading}
      </p>
    )
  }
  return (
    <ul aria-busy="true" aria-label={texts.sidebar.list}>
      {['w-28', 'w-36', 'w-24'].map((width) => (
        <li key={width} data-skeleton="" className="flex h-7.5 items-center gap-2.5 px-2 not-first:mt-px">
          {shown ? (
            <>
              <Skeleton className="size-5 rounded-control" />
              <Skeleton className={`h-2.5 ${width}`} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

interface RowsProps {
  readonly variant: 'sidebar' | 'drawer'
  readonly accounts: readonly Account[]
  readonly total: number
  readonly loadMore: (() => unknown) | undefined
  readonly onNavigate: (() => void) | undefined
}

function Rows({ variant, accounts, total, loadMore, onNavigate }: RowsProps) {
  const rows = useScrollRows(accounts.length, ROW_HEIGHT[variant])
  const isNearEnd = rows.end >= accounts.length - 40
  useEffect(() => {
    if (isNearEnd) loadMore?.()
  }, [isNearEnd, loadMore])
  return (
    <ul ref={rows.list} aria-label={texts.sidebar.list} style={{ paddingTop: rows.above, paddingBottom: rows.below }}>
      {accounts.slice(rows.start, rows.end).map((account, index) => (
        <Row
          key={account.id}
          id={account.id}
          username={account.username}
          picture={account.metrics.profilePicture}
          followers={account.metrics.followers}
          place={rows.start + index + 1}
          total={total}
          onNavigate={onNavigate}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly id: number
  readonly username: string
  readonly picture: string | null
  readonly followers: number | null
  readonly place: number
  readonly total: number
  readonly onNavigate: (() => void) | undefined
}

const Row = /* @__PURE__ */ memo(function Row(props: RowProps) {
  const { id, username, picture, followers, place, total, onNavigate } = props
  return (
    <li className="nav-account" aria-posinset={place} aria-setsize={total}>
      <Link
        to="/account/$accountId"
        params={{ accountId: String(id) }}
        activeOptions={{ includeSearch: false }}
        className="nav-link h-7.5 pr-15 text-label max-desk:h-10"
        onClick={onNavigate}
      >
        <Avatar username={username} size={20} src={picture} />
        <span className="truncate">@{username}</span>
      </Link>
      {followers === null ? null : (
        <span className="nav-figure">
          {shorten(followers)}
          <span className="sr-only"> {texts.sidebar.followers}</span>
        </span>
      )}
    </li>
  )
})
