/** The tab 'Instagram Accounts' of the admin panel: the accounts, and how each is refreshed. */
import type { Account } from '@tangelo/contract'
import { AccountsTab, RefreshIcon } from '#features/analytics/index.ts'
import type { AdminTabProps } from '#features/core/index.ts'

const refresh = ({ id, username }: Account) => <RefreshIcon accountId={id} username={username} />

export function AdminAccounts(props: AdminTabProps) {
  return <AccountsTab {...props} refresh={refresh} />
}
