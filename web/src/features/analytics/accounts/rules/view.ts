/** What the table shows: everything that the address keeps of it. */
import type { AccountCategory, AccountOrder, Period, Source } from '@tangelo/contract/limits'
import type { AccountQuestion } from '../queries/lists.ts'

/** Of sums, changes and small lines, unless the address names another one. */
export const DEFAULT_PERIOD: Period = 30

export interface AccountsView {
  readonly sort: AccountOrder
  readonly period: Period
  readonly q: string
  readonly category: AccountCategory | undefined
  readonly tag: string | undefined
  readonly source: Source | undefined
  /** Administrators see the accounts of several clients grouped, unless the address says otherwise. */
  readonly grouped: 'no' | undefined
}

export type ViewChange = { readonly [Key in keyof AccountsView]?: AccountsView[Key] | undefined }

export function questionOf({ grouped: _, ...view }: AccountsView, clientId: number | null): AccountQuestion {
  return { ...view, companyId: clientId ?? undefined }
}

/** Whether rows are left out: the sums of clients are then not those of the rows. */
export function isNarrowed({ q, category, tag, source }: AccountsView): boolean {
  return q !== '' || category !== undefined || tag !== undefined || source !== undefined
}
