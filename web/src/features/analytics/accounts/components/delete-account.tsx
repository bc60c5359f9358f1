/** Asks before an account and its history are deleted (spec §2, §8). */
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useDeleteAccount } from '../queries/account.ts'
import { texts } from '../texts/account.ts'

interface DeleteAccountProps {
  readonly accountId: number
  readonly username: string
  readonly onClose: () => void
  /** Called before the account is gone from the lists, so that no open screen shows it. */
  readonly onDeleted: () => void
}

export function DeleteAccount({ accountId, username, onClose, onDeleted }: DeleteAccountProps) {
  const remove = useDeleteAccount()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(accountId)
      onDeleted()
      toast({ title: texts.remove.done, description: texts.remove.doneDescription })
    } catch {
      onClose()
      showFailure(texts.remove.failed, texts.remove.failedDescription)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.remove.title(username)}
      description={texts.remove.question}
      confirmLabel={texts.remove.confirm}
      busy={remove.isPending || remove.isSuccess}
      busyLabel={texts.remove.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}
