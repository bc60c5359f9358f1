/** The accounts as a table that scrolls with the page. Ten thousand rows are as light as forty. */
import type { Account } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { isOutdated } from '#lib/comparison.ts'
import { useNow } from '#lib/use-now.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { lastUpdatedText } from '../rules/row.ts'
import { texts } from '../texts/list.ts'
import { Engagement, Followers, Posts, Who } from './account-cells.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import type { CompanyNames } from './use-company-names.ts'

const ROW_HEIGHT = 56

const { columns } = texts.table

interface AccountTableProps {
  readonly accounts: readonly Account[]
  /** All accounts of the list, in the page or not. */
  readonly total: number
  readonly loadMore: (() => void) | undefined
  /** The rows are those of the question before. */
  readonly stale: boolean
  /** For administrators only, who see the accounts of all companies. */
  readonly companies: CompanyNames | undefined
}

export function AccountTable({ accounts, total, loadMore, stale, companies }: AccountTableProps) {
  const rows = useWindowRows<HTMLTableSectionElement>({ count: accounts.length, rowHeight: ROW_HEIGHT, loadMore })
  return (
    <table
      className="w-full table-fixed text-table"
      aria-label={texts.dashboard.section}
      aria-rowcount={total + 1}
      aria-busy={stale}
    >
      <AccountColumns hasCompany={companies !== undefined} />
      <tbody ref={rows.body} className={stale ? 'opacity-60' : ''} onKeyDown={moveBetweenRows}>
        <Spacer height={rows.above} />
        {rows.indexes.map((index) => {
          const account = accounts[index]
          if (!account) return null
          const company = companies && (companies.get(account.companyId) ?? '')
          return <AccountRow key={account.id} account={account} rowIndex={index + 2} company={company} />
        })}
        <Spacer height={rows.below} />
      </tbody>
    </table>
  )
}

/** Widths and heads of the columns; the skeleton has the same. */
export function AccountColumns({ hasCompany }: { hasCompany: boolean }) {
  return (
    <>
      <colgroup>
        <col />
        {hasCompany ? <col className={`${COMPANY} w-36`} /> : null}
        <col className="w-38 min-[1300px]:w-60" />
        <col className="w-33 min-[1300px]:w-38" />
        <col className="w-20" />
        <col className="w-40 min-[1300px]:w-44" />
        <col className="w-20 min-[1300px]:w-24" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <Head>{columns.account}</Head>
          {hasCompany ? <Head className={COMPANY}>{columns.company}</Head> : null}
          <Head className="text-right">{columns.followers}</Head>
          <Head className="text-right">{columns.engagement}</Head>
          <Head className="text-right">{columns.posts}</Head>
          <Head className="pl-8 text-left min-[1300px]:pl-10">{columns.lastUpdated}</Head>
          <Head className="text-right">{columns.actions}</Head>
        </tr>
      </thead>
    </>
  )
}

/** Where there is no room for the column, the company is below the name. */
const COMPANY = 'max-[1439px]:hidden text-left'

function Head({ className = 'text-left', children }: { className?: string; children: string }) {
  return (
    <th
      scope="col"
      className={`border-b border-line px-3 py-2.5 text-caption font-medium whitespace-nowrap text-ink-3 first:pl-5 last:pr-5 ${className}`}
    >
      {children}
    </th>
  )
}

const CELL = 'px-3 align-middle first:pl-5 last:pr-5'

const AccountRow = /* @__PURE__ */ memo(function AccountRow({
  account,
  rowIndex,
  company,
}: {
  account: Account
  rowIndex: number
  company: string | undefined
}) {
  const now = useNow()
  const { followerChange, followersTrend } = account.metrics
  const isQuiet = (followerChange ?? 0) < 0 || isOutdated(account.lastUpdated, now)
  return (
    <tr
      data-row=""
      aria-rowindex={rowIndex}
      className="group relative h-14 border-b border-line last:border-b-0 hover:bg-hover has-[a:focus-visible]:bg-hover"
    >
      <td className={CELL}>
        <Who account={account} company={company} />
      </td>
      {company === undefined ? null : (
        <td className={`${CELL} ${COMPANY}`}>
          <Link
            to="/admin"
            search={{ tab: 'accounts', company: String(account.companyId) }}
            title={texts.table.onlyCompany(company)}
            className="relative z-1 block truncate text-ink-2 hover:underline"
          >
            {company}
          </Link>
        </td>
      )}
      <td className={CELL}>
        <div className="flex items-center justify-end gap-4">
          <Sparkline values={followersTrend} quiet={isQuiet} className="hidden min-[1300px]:block" />
          <Followers account={account} now={now} traced />
        </div>
      </td>
      <td className={CELL}>
        <Engagement account={account} now={now} traced />
      </td>
      <td className={`${CELL} text-right`}>
        <Posts account={account} now={now} traced />
      </td>
      <td className={`${CELL} truncate pl-8 min-[1300px]:pl-10 text-ink-2`}>
        {lastUpdatedText(account.lastUpdated, now)}
      </td>
      <td className={`${CELL} text-right`}>
        {/* The link reaches over the whole row, so that a row is one large target. */}
        <Link
          to="/account/$accountId"
          params={{ accountId: String(account.id) }}
          className="link group-hover:underline after:absolute after:inset-0"
          aria-label={texts.table.viewOf(account.username)}
        >
          {texts.table.view}
        </Link>
      </td>
    </tr>
  )
})

/** Room for rows that are not in the page. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused, it only holds the scrolling height
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={7} />
    </tr>
  ) : null
}
