/** What the buttons of the account page open. Loaded when the first of them is pressed. */
import type { Account } from '@tangelo/contract'
import { DeleteAccount } from '#features/accounts/components/delete-account.tsx'
import { EditAccountDialog } from '#features/accounts/components/edit-account-dialog.tsx'
import { RefreshDialog } from '#features/accounts/components/no-data.tsx'
import { ImportDialog } from '#features/data-imports/components/import-dialog.tsx'
import { TypeInDialog } from '#features/metrics/components/type-in-dialog.tsx'

export type AccountDialog = 'refresh' | 'import' | 'type-in' | 'edit' | 'delete'

interface AccountDialogsProps {
  readonly account: Account
  readonly isAdmin: boolean
  readonly ways: { readonly onImport: () => void; readonly onTypeIn: () => void } | undefined
  readonly open: AccountDialog
  readonly onClose: () => void
  readonly onDeleted: () => void
  readonly onTypedIn: () => void
}

export function AccountDialogs({ account, isAdmin, ways, open, onClose, onDeleted, onTypedIn }: AccountDialogsProps) {
  const { id, username } = account
  switch (open) {
    case 'refresh':
      return ways ? <RefreshDialog ways={ways} onClose={onClose} /> : null
    case 'import':
      return <ImportDialog open onOpenChange={onClose} />
    case 'type-in':
      return <TypeInDialog accountId={id} username={username} onClose={onClose} onSaved={onTypedIn} />
    case 'edit':
      return <EditAccountDialog account={account} isAdmin={isAdmin} onClose={onClose} />
    case 'delete':
      return <DeleteAccount accountId={id} username={username} onClose={onClose} onDeleted={onDeleted} />
  }
}
