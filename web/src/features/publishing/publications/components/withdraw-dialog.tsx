/** Asks before a publication is withdrawn. */
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type Publication, useWithdraw } from '../queries.ts'
import { texts } from '../texts/publication.ts'
import { texts as remindTexts } from '../texts/remind.ts'

const words = texts.withdraw

interface WithdrawDialogProps {
  readonly publication: Pick<Publication, 'id' | 'how'>
  readonly onClose: () => void
}

export function WithdrawDialog({ publication: { id, how }, onClose }: WithdrawDialogProps) {
  const isByHand = how === 'remind'
  const withdraw = useWithdraw()
  const start = (): void =>
    withdraw.mutate(id, {
      onSuccess: () =>
        toast({
          title: texts.actions.withdrawn,
          description: isByHand ? remindTexts.withdraw.withdrawn : texts.actions.withdrawnDescription,
        }),
      onError: (error) => showFailure(texts.actions.withdrawFailed, readServerMessage(error)),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.title}
      description={isByHand ? remindTexts.withdraw.description : words.description}
      cancelLabel={words.keep}
      confirmLabel={words.confirm}
      danger
      busy={withdraw.isPending}
      busyLabel={words.busy}
      onConfirm={start}
    />
  )
}
