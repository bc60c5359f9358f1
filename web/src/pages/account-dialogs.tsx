/** What the buttons of the account page open. Loaded when the first of them is pressed. */
import type { Account } from '@tangelo/contract'
import {
  DeleteAccount,
  EditAccountDialog,
  ImportDialog,
  IntervalDialog,
  RefreshDialog,
  TypeInDialog,
} from '#features/analytics/index.ts'

export type AccountDialog = 'refresh' | 'import' | 'type-in' | 'interval' | 'edit' | 'delete'

interface AccountDialogsProps {
  readonly account: Account
  readonly isAdmin: boolean
  readonly ways: { readonly onImport: () => void; readonly onTypeIn: () => void } | undefined
  /** Where its company is. */
  readonly today: string
  readonly open: AccountDialog
  readonly onClose: () => void
  readonly onDeleted: () => void
  readonly onTypedIn: () => void
}

export function AccountDialogs({
  account,
  isAdmin,
  ways,
  today,
  open,
  onClose,
  onDeleted,
  onTypedIn,
}: AccountDialogsProps) {
  const { id, username } = account
  switch (open) {
    case 'refresh':
      return ways ? <RefreshDialog ways={ways} onClose={onClose} /> : null
    case 'import':
      return <ImportDialog open onClose={onClose} />
    case 'type-in':
      return <TypeInDialog accountId={id} username={username} today={today} onClose={onClose} onSaved={onTypedIn} />
    case 'interval':
      return <IntervalDialog accountId={id} username={username} onClose={onClose} />
    case 'edit':
      return <EditAccountDialog account={account} isAdmin={isAdmin} onClose={onClose} />
    case 'delete':
      return <DeleteAccount accountId={id} username={username} onClose={onClose} onDeleted={onDeleted} />
  }
}
