/** The accounts where a table has no room: two lines each, and the whole row is the link. */
import type { Account } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useNow } from '#lib/use-now.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { lastUpdatedText } from '../rules/row.ts'
import { texts } from '../texts/list.ts'
import { Engagement, Followers, Who } from './account-cells.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import type { CompanyNames } from './use-company-names.ts'

const ITEM_HEIGHT = 90

interface AccountListProps {
  readonly accounts: readonly Account[]
  readonly total: number
  readonly loadMore: (() => void) | undefined
  readonly stale: boolean
  readonly companies: CompanyNames | undefined
}

export function AccountList({ accounts, total, loadMore, stale, companies }: AccountListProps) {
  const rows = useWindowRows<HTMLUListElement>({ count: accounts.length, rowHeight: ITEM_HEIGHT, loadMore })
  return (
    <ul
      ref={rows.body}
      aria-label={texts.dashboard.section}
      aria-busy={stale}
      className={stale ? 'opacity-60' : ''}
      style={{ paddingTop: rows.above, paddingBottom: rows.below }}
      onKeyDown={moveBetweenRows}
    >
      {rows.indexes.map((index) => {
        const account = accounts[index]
        if (!account) return null
        const company = companies?.get(account.companyId)
        return <Item key={account.id} account={account} place={index + 1} total={total} company={company} />
      })}
    </ul>
  )
}

interface ItemProps {
  readonly account: Account
  readonly place: number
  readonly total: number
  readonly company: string | undefined
}

const Item = /* @__PURE__ */ memo(function Item({ account, place, total, company }: ItemProps) {
  const now = useNow()
  return (
    <li data-row="" aria-posinset={place} aria-setsize={total} className="h-22.5 border-b border-line last:border-b-0">
      <Link
        to="/account/$accountId"
        params={{ accountId: String(account.id) }}
        className="flex h-full flex-col justify-center gap-1.5 px-4 text-table focus-visible:outline-offset-[-2px] active:bg-hover"
      >
        <div className="flex items-center justify-between gap-3">
          <Who account={account} company={company} />
          <Followers account={account} now={now} />
        </div>
        <div className="flex items-baseline justify-between gap-3 text-note text-ink-3">
          <Engagement account={account} now={now} inline />
          <span className="whitespace-nowrap">{lastUpdatedText(account.lastUpdated, now)}</span>
        </div>
      </Link>
    </li>
  )
})
