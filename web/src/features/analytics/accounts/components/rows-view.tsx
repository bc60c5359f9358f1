/** Rows that are there: as a table or, on a phone, as a list; all in one, or under their clients. And what is said below them. */
import { useMemo } from 'react'
import { orderClients } from '../rules/order.ts'
import { shareSelected } from '../rules/selection.ts'
import { texts } from '../texts/list.ts'
import { AccountTable } from './account-table.tsx'
import { ClientGroups } from './client-groups.tsx'
import { CompactGroups, CompactList } from './compact-list.tsx'
import { FlatRows } from './flat-rows.tsx'
import { ListFoot } from './list-foot.tsx'
import type { AccountsListProps } from './table-frame.ts'
import { useOpenClients } from './use-open-clients.ts'

export function RowsView(props: AccountsListProps) {
  const { frame, view, onChange, question, flat, isCompact, groups, names, sums, onClient } = props
  const { selection, columns } = frame
  const clients = useMemo(() => groups && orderClients(groups, view.sort), [groups, view.sort])
  const open = useOpenClients(clients ?? [], isCompact)
  const total = clients ? clients.reduce((sum, { accounts }) => sum + accounts, 0) : flat.total
  const compact = clients ? (
    <CompactGroups clients={clients} question={question} {...open} />
  ) : (
    <CompactList list={flat} allRows={flat.total} label={texts.dashboard.section} names={names} />
  )
  const table = clients ? (
    <ClientGroups frame={frame} clients={clients} question={question} {...open} onClient={onClient} />
  ) : (
    <FlatRows list={flat} frame={frame} names={names} />
  )
  return (
    <>
      {isCompact ? (
        compact
      ) : (
        <AccountTable
          columns={columns}
          sort={view.sort}
          onSort={(sort) => onChange({ sort })}
          selected={shareSelected(selection.selection, selection.rows())}
          onSelectAll={() => selection.toggleRows(selection.rows())}
          rowCount={total + (clients?.length ?? 0)}
          isStale={!clients && flat.list.isPlaceholderData}
        >
          {table}
        </AccountTable>
      )}
      <ListFoot total={total} sums={sums} clients={clients?.length} pages={clients ? undefined : flat.list} />
    </>
  )
}
