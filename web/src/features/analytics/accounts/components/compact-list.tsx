/** The accounts where a table has no room: two lines each, and the whole row is the link. Clients open and close. */
import type { ClientTotals, ListedAccount } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { shorten } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { usePending } from '#lib/use-pending.ts'
import { MoreFailed } from '#ui/more-failed.tsx'
import { formatGrowth } from '../../metrics/rules/totals.ts'
import type { AccountQuestion } from '../queries/lists.ts'
import { texts } from '../texts/list.ts'
import { Engagement, Followers, Who } from './account-cells.tsx'
import { useListRows } from './account-rows.tsx'
import { ClientMark } from './client-mark.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import { Growth, ReadingLine } from './period-cells.tsx'
import { type AccountList, useAccountList } from './use-account-list.ts'

const ITEM_HEIGHT = 84

interface CompactListProps {
  readonly list: AccountList
  readonly allRows: number
  readonly label: string
  /** Names of clients by id, where the rows are of several. */
  readonly names?: ReadonlyMap<number, string> | undefined
}

export function CompactList({ list: { list, accounts, total, loadMore }, allRows, label, names }: CompactListProps) {
  const rows = useListRows<HTMLUListElement>({ count: accounts.length, rowHeight: ITEM_HEIGHT, loadMore, allRows })
  return (
    <ul
      ref={rows.body}
      aria-label={label}
      aria-busy={list.isPlaceholderData}
      className={list.isPlaceholderData ? 'opacity-60' : ''}
      style={{ paddingTop: rows.above, paddingBottom: rows.below }}
      onKeyDown={moveBetweenRows}
    >
      {rows.indexes.map((index) => {
        const account = accounts[index]
        return account ? (
          <Item
            key={account.id}
            account={account}
            place={index + 1}
            total={total}
            company={names?.get(account.companyId)}
          />
        ) : null
      })}
    </ul>
  )
}

interface CompactGroupsProps {
  readonly clients: readonly ClientTotals[]
  readonly question: AccountQuestion
  readonly openClients: ReadonlySet<number>
  readonly onOpen: (companyId: number, isOpen: boolean) => void
}

export function CompactGroups({ clients, question, openClients, onOpen }: CompactGroupsProps) {
  return clients.map((client) => {
    const isOpen = openClients.has(client.companyId)
    return (
      <section key={client.companyId} className="border-line" aria-label={client.name}>
        <h3>
          <button
            type="button"
            className="flex h-11 w-full items-center gap-2 border-b border-line bg-canvas px-4 text-left text-label font-strong focus-visible:-outline-offset-2"
            aria-expanded={isOpen}
            onClick={() => onOpen(client.companyId, !isOpen)}
          >
            <ChevronRight className={`size-3.5 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
            <ClientMark name={client.name} />
            <span className="min-w-0 flex-1 truncate">
              {client.name} <span className="font-regular text-ink-3">{client.accounts}</span>
            </span>
            <span className="text-right">{shorten(client.followers)}</span>
            <span className="w-16 text-right">{client.growth === null ? '' : formatGrowth(client.growth)}</span>
          </button>
        </h3>
        {isOpen ? <ClientItems client={client} question={{ ...question, companyId: client.companyId }} /> : null}
      </section>
    )
  })
}

function ClientItems({ client, question }: { client: ClientTotals; question: AccountQuestion }) {
  const list = useAccountList(question)
  const isPending = usePending(list.list.isPending)
  if (isPending) return <div aria-busy="true" style={{ height: client.accounts * ITEM_HEIGHT }} />
  if (!list.list.data) {
    return (
      <p className="border-t border-line px-4 py-3 text-label text-ink-2" role="alert">
        {texts.table.clientFailed(client.name)}{' '}
        <button type="button" className="link" onClick={() => void list.list.refetch()}>
          {texts.table.tryAgain}
        </button>
      </p>
    )
  }
  return (
    <>
      <CompactList list={list} allRows={list.total} label={texts.table.onlyCompany(client.name)} />
      <MoreFailed
        className="border-b border-line px-4 py-2 text-label"
        list={list.list}
        text={texts.table.moreFailed}
      />
    </>
  )
}

interface ItemProps {
  readonly account: ListedAccount
  readonly place: number
  readonly total: number
  readonly company: string | undefined
}

const Item = /* @__PURE__ */ memo(function Item({ account, place, total, company }: ItemProps) {
  const now = useNow()
  return (
    <li
      data-row=""
      aria-posinset={place}
      aria-setsize={total}
      className="h-21 border-b border-line [content-visibility:auto]"
    >
      <Link
        to="/account/$accountId"
        params={{ accountId: String(account.id) }}
        className="flex h-full flex-col justify-center gap-1 px-4 text-table focus-visible:-outline-offset-2 active:bg-hover"
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto_3rem] items-start gap-2">
          <Who account={account} company={company} />
          <Followers account={account} now={now} />
          <Growth account={account} now={now} isShort />
        </div>
        <div className="flex items-baseline justify-between gap-3 text-note text-ink-3">
          <Engagement account={account} now={now} inline />
          <ReadingLine account={account} now={now} />
        </div>
      </Link>
    </li>
  )
})
