/** The tab 'Instagram Accounts' of the admin panel: the accounts, and how each is refreshed. */
import type { Account } from '@tangelo/contract'
import { AccountsTab } from '#features/accounts/components/accounts-tab.tsx'
import type { AdminTabProps } from '#features/admin-panel/index.ts'
import { RefreshIcon } from '#features/refreshes/components/refresh-icon.tsx'

const refresh = ({ id, username }: Account) => <RefreshIcon accountId={id} username={username} />

export function AdminAccounts(props: AdminTabProps) {
  return <AccountsTab {...props} refresh={refresh} />
}
