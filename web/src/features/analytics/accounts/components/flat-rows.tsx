/** All rows of the table in one body. */

import type { ListedAccount } from '@tangelo/contract'
import { SpacerRow } from '#ui/spacer-row.tsx'
import { AccountRow } from './account-row.tsx'
import { useListRows, useReport } from './account-rows.tsx'
import { moveBetweenRows } from './move-between-rows.ts'
import { FIXED_COLUMNS, ROW_HEIGHT, type TableFrame } from './table-frame.ts'
import type { AccountList } from './use-account-list.ts'

interface FlatRowsProps {
  readonly list: AccountList
  readonly frame: TableFrame
  /** Names of clients by id, where the rows are of several. */
  readonly names: ReadonlyMap<number, string> | undefined
}

export function FlatRows({ list: { accounts, total, loadMore }, frame, names }: FlatRowsProps) {
  const { columns, selection } = frame
  const span = columns.length + FIXED_COLUMNS
  const rows = useListRows<HTMLTableSectionElement>({
    count: accounts.length,
    rowHeight: ROW_HEIGHT,
    loadMore,
    allRows: total,
  })
  useReport<ListedAccount>(selection.report, 'all', accounts)
  return (
    <tbody ref={rows.body} onKeyDown={moveBetweenRows}>
      <SpacerRow columns={span} height={rows.above} />
      {rows.indexes.map((index) => {
        const account = accounts[index]
        return account ? (
          <AccountRow
            key={account.id}
            account={account}
            rowIndex={index + 2}
            columns={columns}
            lineWidth={frame.lineWidth}
            isSelected={selection.selection.has(account.id)}
            onToggle={selection.toggle}
            company={names?.get(account.companyId)}
          />
        ) : null
      })}
      <SpacerRow columns={span} height={rows.below} />
    </tbody>
  )
}
