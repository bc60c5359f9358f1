/** What every row of the table needs to know of the table. */
import type { ClientTotals, GlobalMetrics } from '@tangelo/contract'
import type { ReactNode } from 'react'
import type { AccountQuestion } from '../queries/lists.ts'
import type { Column } from '../rules/columns.ts'
import type { AccountsView, ViewChange } from '../rules/view.ts'
import type { AccountList } from './use-account-list.ts'
import type { AccountSelection } from './use-selection.ts'

export const ROW_HEIGHT = 49
/** Beside those that can be chosen: the box, the name and the actions. */
export const FIXED_COLUMNS = 3

export interface TableFrame {
  readonly columns: readonly Column[]
  /** Of the small lines, in pixels; 0 where there is no room for them. */
  readonly lineWidth: number
  readonly selection: AccountSelection
}

export interface AccountsListProps {
  readonly frame: TableFrame
  readonly view: AccountsView
  readonly onChange: (change: ViewChange) => void
  readonly question: AccountQuestion
  readonly flat: AccountList
  readonly isPending: boolean
  readonly isCompact: boolean
  /** The clients, where the rows are grouped by them. */
  readonly groups: readonly ClientTotals[] | undefined
  /** Names of the clients by id, where the rows are of several. */
  readonly names: ReadonlyMap<number, string> | undefined
  /** In the place of the rows, where there are none. */
  readonly empty: ReactNode
  readonly sums: GlobalMetrics | undefined
  readonly onClient: (companyId: number) => void
}
