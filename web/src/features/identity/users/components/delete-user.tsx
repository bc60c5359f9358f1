/** Asks before a user is deleted. */
import { failureOf } from '#features/core/index.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { type User, useDeleteUser } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.deletion

export function DeleteUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const remove = useDeleteUser()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(user.id)
      toast({ title: words.done.title, description: words.done.description(user.username) })
    } catch (error) {
      toast(failureOf(words.failed, error))
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.title(user.username)}
      description={words.question}
      confirmLabel={words.confirm}
      busy={remove.isPending}
      busyLabel={words.busy}
      onConfirm={() => void confirm()}
      danger
    />
  )
}
