/** Asks before a subscription is canceled (spec §5). It ends with its period. */
import { formatDate } from '#lib/format.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { useCancelSubscription } from '../queries/changes.ts'
import { failureOf } from '../rules.ts'
import { texts } from '../texts/plans.ts'

const words = texts.cancel

export function CancelDialog({ companyId, onClose }: { readonly companyId: number; readonly onClose: () => void }) {
  const cancel = useCancelSubscription(companyId)
  const confirm = async (): Promise<void> => {
    try {
      const { periodEnd } = await cancel.mutateAsync(undefined)
      toast({ title: words.done, ...(periodEnd && { description: words.doneDescription(formatDate(periodEnd)) }) })
    } catch (error) {
      toast(failureOf(words.failed, error))
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.title}
      description={words.question}
      cancelLabel={words.keep}
      confirmLabel={words.confirm}
      busy={cancel.isPending}
      busyLabel={words.busy}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
