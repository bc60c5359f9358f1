/** One account in the table. The link to it reaches over the whole row; Space on it chooses the row. */
import type { ListedAccount } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react'
import { useNow } from '#lib/use-now.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Column } from '../rules/columns.ts'
import { texts } from '../texts/list.ts'
import { Engagement, Followers, Posts, Who } from './account-cells.tsx'
import { CELL, cellClass } from './account-table.tsx'
import { Growth, Line, Reading, SourceName } from './period-cells.tsx'

interface AccountRowProps {
  readonly account: ListedAccount
  readonly rowIndex: number
  readonly columns: readonly Column[]
  /** Of the small lines, in pixels; 0 where there is no room for them. */
  readonly lineWidth: number
  readonly isSelected: boolean
  readonly onToggle: (account: ListedAccount, isRange: boolean) => void
  /** Of its client, where the rows are not grouped by client. */
  readonly company: string | undefined
}

export const AccountRow = /* @__PURE__ */ memo(function AccountRow({
  account,
  rowIndex,
  columns,
  lineWidth,
  isSelected,
  onToggle,
  company,
}: AccountRowProps) {
  const isShift = useRef(false)
  const onSpace = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return
    event.preventDefault()
    onToggle(account, event.shiftKey)
  }
  return (
    <tr
      data-row=""
      data-selected={isSelected || undefined}
      aria-rowindex={rowIndex}
      className="group relative h-12.25 border-b border-line hover:bg-hover has-[a:focus-visible]:bg-hover data-selected:bg-wash data-selected:[box-shadow:inset_2px_0_0_var(--mark)]"
    >
      <td className={CELL}>
        <Checkbox
          className="relative z-1 -m-2 p-2 align-middle"
          label={texts.table.select(account.username)}
          checked={isSelected}
          onPointerDown={({ shiftKey }) => {
            isShift.current = shiftKey
          }}
          onKeyDown={({ shiftKey }) => {
            isShift.current = shiftKey
          }}
          onChange={() => onToggle(account, isShift.current)}
        />
      </td>
      <td className={CELL}>
        <Who account={account} company={company} hasAge={!columns.includes('lastUpdated')} />
      </td>
      {columns.map((column) => (
        <td key={column} className={cellClass(column, columns)}>
          <Cell column={column} account={account} lineWidth={lineWidth} hasSource={!columns.includes('source')} />
        </td>
      ))}
      <td className={`${CELL} text-right`}>
        <Link
          to="/account/$accountId"
          params={{ accountId: String(account.id) }}
          className="link group-hover:underline after:absolute after:inset-0"
          aria-label={texts.table.viewOf(account.username)}
          onKeyDown={onSpace}
        >
          {texts.table.view}
        </Link>
      </td>
    </tr>
  )
})

interface CellProps {
  column: Column
  account: ListedAccount
  lineWidth: number
  hasSource: boolean
}

function Cell({ column, account, lineWidth, hasSource }: CellProps): ReactNode {
  const now = useNow()
  if (column === 'followers') {
    return (
      <div className="flex items-center justify-end gap-3">
        <Line account={account} width={lineWidth} />
        <Followers account={account} now={now} traced />
      </div>
    )
  }
  if (column === 'growth') return <Growth account={account} now={now} />
  if (column === 'engagement') return <Engagement account={account} now={now} traced />
  if (column === 'posts') return <Posts account={account} traced />
  if (column === 'lastUpdated') return <Reading account={account} now={now} hasSource={hasSource} />
  if (column === 'source') return <SourceName account={account} now={now} />
  return (
    <span className="flex gap-1 overflow-hidden">
      {account.tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}
