/** Asks before a publication is withdrawn. */
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { useWithdraw } from '../queries.ts'
import { texts } from '../texts/publication.ts'

const words = texts.withdraw

interface WithdrawDialogProps {
  readonly publicationId: string
  readonly onClose: () => void
}

export function WithdrawDialog({ publicationId, onClose }: WithdrawDialogProps) {
  const withdraw = useWithdraw()
  const start = (): void =>
    withdraw.mutate(publicationId, {
      onSuccess: () => toast({ title: texts.actions.withdrawn, description: texts.actions.withdrawnDescription }),
      onError: (error) =>
        toast({
          title: texts.actions.withdrawFailed,
          description: readServerMessage(error),
          tone: 'destructive',
        }),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      description={words.description}
      cancelLabel={words.keep}
      confirmLabel={words.confirm}
      danger
      busy={withdraw.isPending}
      busyLabel={words.busy}
      onConfirm={start}
    />
  )
}
