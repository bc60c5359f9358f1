/** Asks before the access of an account is forgotten, then says where the application is removed at the service. */
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type OwnAccount, useDisconnect } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.disconnect

interface DisconnectDialogProps {
  readonly account: OwnAccount
  readonly onClose: () => void
}

export function DisconnectDialog({ account, onClose }: DisconnectDialogProps) {
  const disconnect = useDisconnect()
  const [removalPage, setRemovalPage] = useState<string | null>(null)
  const start = (): void =>
    disconnect.mutate(account.accountId, {
      onSuccess: (done) => (done.removalPage ? setRemovalPage(done.removalPage) : onClose()),
      onError: (error) => showFailure(words.failed, readServerMessage(error)),
    })
  if (removalPage === null)
    return (
      <ConfirmDialog
        onClose={onClose}
        title={words.title(account.username)}
        description={words.description(account.login)}
        confirmLabel={words.confirm}
        busy={disconnect.isPending}
        busyLabel={words.busy}
        onConfirm={start}
        danger
      />
    )
  return (
    <Dialog onClose={onClose} size="small" title={words.done} footer={<Button onClick={onClose}>{words.close}</Button>}>
      <p>
        {words.stillThere(account.login)}{' '}
        <a className="link" href={removalPage} target="_blank" rel="noreferrer">
          {words.remove(account.login)}
        </a>
      </p>
    </Dialog>
  )
}
