/** The accounts of one client, below its sums. */

import type { ClientTotals, ListedAccount } from '@tangelo/contract'
import { usePending } from '#lib/use-pending.ts'
import { MoreFailed } from '#ui/more-failed.tsx'
import { SpacerRow } from '#ui/spacer-row.tsx'
import type { AccountQuestion } from '../queries/lists.ts'
import { texts } from '../texts/list.ts'
import { AccountRow } from './account-row.tsx'
import { useListRows, useReport } from './account-rows.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import { FIXED_COLUMNS, ROW_HEIGHT, type TableFrame } from './table-frame.ts'
import { useAccountList } from './use-account-list.ts'

interface ClientRowsProps {
  readonly frame: TableFrame
  readonly client: ClientTotals
  readonly question: AccountQuestion
  readonly firstRow: number
  readonly allRows: number
}

export function ClientRows({ frame, client, question, firstRow, allRows }: ClientRowsProps) {
  const { columns, selection } = frame
  const span = columns.length + FIXED_COLUMNS
  const { list, accounts, loadMore } = useAccountList(question)
  const isPending = usePending(list.isPending)
  const rows = useListRows<HTMLTableSectionElement>({
    count: accounts.length,
    rowHeight: ROW_HEIGHT,
    loadMore,
    allRows,
  })
  useReport<ListedAccount>(selection.report, `client ${client.companyId}`, accounts)
  if (isPending) {
    return (
      <tbody aria-busy="true">
        <SpacerRow columns={span} height={client.accounts * ROW_HEIGHT} />
      </tbody>
    )
  }
  if (!list.data) {
    return (
      <tbody>
        <tr className="border-b border-line">
          <td colSpan={span} className="px-5 py-3 text-label text-ink-2" role="alert">
            {texts.table.clientFailed(client.name)}{' '}
            <button type="button" className="link" onClick={() => void list.refetch()}>
              {texts.table.tryAgain}
            </button>
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <tbody ref={rows.body} className={list.isPlaceholderData ? 'opacity-60' : ''} onKeyDown={moveBetweenRows}>
      <SpacerRow columns={span} height={rows.above} />
      {rows.indexes.map((index) => {
        const account = accounts[index]
        return account ? (
          <AccountRow
            key={account.id}
            account={account}
            rowIndex={firstRow + index}
            columns={columns}
            lineWidth={frame.lineWidth}
            isSelected={selection.selection.has(account.id)}
            onToggle={selection.toggle}
            company={undefined}
          />
        ) : null
      })}
      <SpacerRow columns={span} height={rows.below} />
      {list.isFetchNextPageError ? (
        <tr className="border-b border-line">
          <td colSpan={span} className="px-5 py-2 text-label text-ink-2">
            <MoreFailed list={list} text={texts.table.moreFailed} />
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}
