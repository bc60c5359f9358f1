/** Which tabs the admin panel has, in their order. The address names the open one; without a name it is the first. */
export const ADMIN_TABS = ['companies', 'users', 'accounts', 'api', 'connections', 'system'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

export const DEFAULT_TAB: AdminTab = ADMIN_TABS[0]
