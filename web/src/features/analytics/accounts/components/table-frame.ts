/** What every row of the table needs to know of the table. */
import type { Column } from '../rules/columns.ts'
import type { AccountSelection } from './use-selection.ts'

export const ROW_HEIGHT = 49

export interface TableFrame {
  readonly columns: readonly Column[]
  /** Of the small lines, in pixels; 0 where there is no room for them. */
  readonly lineWidth: number
  readonly selection: AccountSelection
}
