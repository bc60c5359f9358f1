/** Asks before a reel is deleted, and says how that went. */
import type { Reel } from '@tangelo/contract'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { useDeleteReel } from '../queries/changes.ts'
import { deleteFailure, nameOf } from '../rules.ts'
import { texts } from '../texts.ts'

interface DeleteReelDialogProps {
  readonly reel: Reel
  readonly onClose: () => void
  readonly onDeleted: (reelId: string) => void
}

export function DeleteReelDialog({ reel, onClose, onDeleted }: DeleteReelDialogProps) {
  const remove = useDeleteReel()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(reel.id)
      toast({ title: texts.remove.done, description: texts.remove.doneDescription(nameOf(reel)) })
      onDeleted(reel.id)
    } catch (error) {
      toast({ ...deleteFailure(error), tone: 'destructive' })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.remove.title}
      description={texts.remove.question}
      confirmLabel={texts.card.remove}
      busy={remove.isPending}
      busyLabel={texts.remove.busy}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
