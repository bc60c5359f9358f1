/** The accounts under their clients. The sums of a client stand in the columns of its accounts; each client opens and closes. */
import type { ClientTotals } from '@tangelo/contract'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPercent, formatWhole } from '#lib/format.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Exact } from '#ui/exact.tsx'
import { formatGrowth } from '../../metrics/rules/totals.ts'
import type { AccountQuestion } from '../queries/lists.ts'
import type { Column } from '../rules/columns.ts'
import { clientNote } from '../rules/period.ts'
import { texts } from '../texts/list.ts'
import { CELL, cellClass } from './account-table.tsx'
import { ClientMark } from './client-mark.tsx'
import { ClientRows } from './client-rows.tsx'
import type { TableFrame } from './table-frame.ts'
import { useClientSelection } from './use-client-selection.ts'

interface ClientGroupsProps {
  readonly frame: TableFrame
  readonly clients: readonly ClientTotals[]
  readonly question: AccountQuestion
  readonly openClients: ReadonlySet<number>
  readonly onOpen: (companyId: number, isOpen: boolean) => void
  readonly onClient: (companyId: number) => void
}

export function ClientGroups({ clients, openClients, ...rest }: ClientGroupsProps) {
  const allRows = clients.reduce((sum, { companyId, accounts }) => sum + (openClients.has(companyId) ? accounts : 0), 0)
  let rowIndex = 2
  return clients.map((client) => {
    const isOpen = openClients.has(client.companyId)
    const first = rowIndex
    rowIndex += 1 + (isOpen ? client.accounts : 0)
    return (
      <ClientGroup
        key={client.companyId}
        {...rest}
        client={client}
        isOpen={isOpen}
        rowIndex={first}
        allRows={allRows}
      />
    )
  })
}

interface ClientGroupProps extends Omit<ClientGroupsProps, 'clients' | 'openClients'> {
  readonly client: ClientTotals
  readonly isOpen: boolean
  readonly rowIndex: number
  readonly allRows: number
}

function ClientGroup({ client, question, frame, isOpen, rowIndex, allRows, onOpen, onClient }: ClientGroupProps) {
  const { columns, selection } = frame
  const { companyId, name } = client
  const asked = { ...question, companyId }
  const { share, toggle } = useClientSelection(selection, asked, name)
  return (
    <>
      <tbody>
        <tr
          aria-rowindex={rowIndex}
          className="h-10.25 border-b border-line bg-canvas text-label font-strong hover:bg-hover"
        >
          <td className={CELL}>
            <Checkbox
              className="-m-2 p-2 align-middle"
              label={texts.table.selectClient(name)}
              checked={share === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = share === 'some'
              }}
              onChange={toggle}
            />
          </td>
          <th scope="rowgroup" className={`${CELL} text-left font-strong`}>
            <button
              type="button"
              className="flex min-h-6 max-w-full items-center gap-2 rounded-badge"
              aria-expanded={isOpen}
              onClick={() => onOpen(companyId, !isOpen)}
            >
              <ChevronRight className={`size-3.5 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
              <ClientMark name={name} />
              <span className="truncate">
                {name}{' '}
                <span className="ml-1 font-regular text-ink-3">
                  {formatWhole(client.accounts)}
                  <span className="max-broad:sr-only"> {texts.table.accounts(client.accounts)}</span>
                </span>
              </span>
            </button>
          </th>
          {columns.map((column) => (
            <td key={column} className={cellClass(column, columns)}>
              <Sum column={column} client={client} />
            </td>
          ))}
          <td className={`${CELL} text-right`}>
            <button
              type="button"
              className="rounded-badge text-label font-medium text-ink-2 hover:text-ink hover:underline"
              aria-label={texts.table.openClient(name)}
              onClick={() => onClient(companyId)}
            >
              {texts.table.open}
            </button>
          </td>
        </tr>
      </tbody>
      {isOpen ? (
        <ClientRows frame={frame} question={asked} client={client} firstRow={rowIndex + 1} allRows={allRows} />
      ) : null}
    </>
  )
}

/** A sum in the column of its figures. */
function Sum({ column, client }: { column: Column; client: ClientTotals }): ReactNode {
  if (column === 'followers') return <Exact value={client.followers} />
  if (column === 'growth') return client.growth === null ? '' : formatGrowth(client.growth)
  if (column === 'engagement') return client.engagement === null ? '' : formatPercent(client.engagement)
  if (column === 'posts')
    return client.posts === null ? '' : <span className="whitespace-nowrap">{texts.table.newPosts(client.posts)}</span>
  if (column !== 'lastUpdated') return ''
  return <span className="block truncate font-regular text-ink-3">{clientNote(client)}</span>
}
