/** What an account shows in the admin panel: its columns, and its card on a narrow screen. */
import type { Account } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowActions } from '#features/core/index.ts'
import { formatPercent } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Exact } from '#ui/exact.tsx'
import type { Column } from '#ui/paged-list.tsx'
import { lastUpdatedText } from '../rules/row.ts'
import { texts } from '../texts/account.ts'
import { texts as listTexts } from '../texts/list.ts'
import type { CompanyNames } from './use-company-names.ts'

const DECIMALS = 2 // spec §9: two in the admin table

export type OpenDialog = { what: 'add' } | { what: 'edit' | 'delete'; account: Account } | null

interface Shared {
  readonly names: CompanyNames
  readonly refresh: (account: Account) => ReactNode
  readonly onOpen: (open: OpenDialog) => void
}

export function buildColumns(shared: Shared): Column<Account>[] {
  const { columns } = texts.admin
  return [
    {
      head: columns.account,
      cell: (account) => <Who account={account}>{account.category ?? listTexts.table.notCategorized}</Who>,
    },
    {
      head: columns.company,
      className: 'w-48',
      cell: ({ companyId }) => <Company name={shared.names.get(companyId)} />,
    },
    {
      head: columns.followers,
      className: 'w-28 text-right',
      cell: ({ metrics: { followers } }) => <Exact value={followers ?? 0} />,
    },
    {
      head: columns.engagement,
      className: 'w-30 text-right',
      cell: ({ metrics }) => formatPercent(metrics.engagementRate, DECIMALS),
    },
    {
      head: columns.lastUpdated,
      className: 'w-38 pl-8 text-ink-2',
      cell: ({ lastUpdated }) => <span className="block truncate">{lastUpdatedText(lastUpdated)}</span>,
    },
    {
      head: columns.actions,
      className: 'w-26 broad:w-50 text-right',
      cell: (account) => <Actions account={account} {...shared} />,
    },
  ]
}

/** While the names are on their way nothing is claimed. */
function Company({ name }: { name: string | undefined }) {
  return <span className="block truncate text-ink-2">{name}</span>
}

function Who({ account, children }: { account: Account; children: ReactNode }) {
  const { id, username, metrics } = account
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar username={username} size={32} src={metrics.profilePicture} />
      <div className="min-w-0">
        <Link
          to="/account/$accountId"
          params={{ accountId: String(id) }}
          className="-my-0.75 block truncate rounded-badge py-0.75 font-strong hover:underline"
        >
          @{username}
        </Link>
        <div className="truncate text-caption text-ink-3">{children}</div>
      </div>
    </div>
  )
}

function Actions({ account, refresh, onOpen }: Omit<Shared, 'names'> & { account: Account }) {
  return (
    <span className="inline-flex gap-1">
      {refresh(account)}
      <RowActions
        name={`@${account.username}`}
        actions={[
          {
            word: texts.admin.edit,
            label: texts.admin.editOf(account.username),
            icon: <Pencil />,
            onPress: () => onOpen({ what: 'edit', account }),
          },
          {
            word: texts.admin.remove,
            label: texts.admin.removeOf(account.username),
            icon: <Trash2 />,
            onPress: () => onOpen({ what: 'delete', account }),
          },
        ]}
      />
    </span>
  )
}

export function AccountCard({ account, names, refresh, onOpen }: Shared & { account: Account }) {
  const { followers, engagementRate } = account.metrics
  return (
    <>
      <div className="min-w-0 flex-1">
        <Who account={account}>
          <span className="block truncate">{names.get(account.companyId)}</span>
          <Exact value={followers ?? 0} /> {texts.admin.columns.followers.toLowerCase()} ·{' '}
          {formatPercent(engagementRate, DECIMALS)}
        </Who>
      </div>
      <Actions account={account} refresh={refresh} onOpen={onOpen} />
    </>
  )
}
