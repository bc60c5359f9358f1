/** Which tabs the admin panel has, in their order. The address names the open one; without a name it is the first. */
export const ADMIN_TABS = ['companies', 'users', 'accounts', 'api', 'connections', 'system'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

export const DEFAULT_TAB: AdminTab = ADMIN_TABS[0]

/** What the address says of the list in a tab. */
export interface ListFilter {
  readonly q: string
  /** As in the URL: possibly not an order of this list. */
  readonly order: string | undefined
  /** Only what belongs to this company. */
  readonly company: number | undefined
}

/** Every tab is handed this; one without a list leaves it alone. */
export interface AdminTabProps {
  readonly filter: ListFilter
  readonly onFilter: (change: Partial<ListFilter>) => void
}

/** The order of this list that the address names, or its first one. */
export function orderOf<Order extends string>(orders: readonly [Order, ...Order[]], named: string | undefined): Order {
  return orders.find((order) => order === named) ?? orders[0]
}
