/** Asks before an account and its history are deleted (spec §2, §8). */
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useDeleteAccount } from '../queries/account.ts'
import { accountUses } from '../queries/batches.ts'
import { sumUses } from '../rules/uses.ts'
import { texts } from '../texts/account.ts'
import { texts as usesTexts } from '../texts/uses.ts'

interface DeleteAccountProps {
  readonly accountId: number
  readonly username: string
  readonly onClose: () => void
  /** Called before the account is gone from the lists, so that no open screen shows it. */
  readonly onDeleted: () => void
}

export function DeleteAccount({ accountId, username, onClose, onDeleted }: DeleteAccountProps) {
  const remove = useDeleteAccount()
  const { data: uses } = useQuery(accountUses([accountId]))
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
      description={[texts.remove.question, ...(uses ? usesTexts.remove(sumUses(uses), true) : [])].join(' ')}
      confirmLabel={texts.remove.confirm}
      busy={remove.isPending || remove.isSuccess}
      busyLabel={texts.remove.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}
