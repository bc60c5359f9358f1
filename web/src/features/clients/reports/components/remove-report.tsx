/** Asks before a frozen report is deleted. */
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type Report, useRemoveReport } from '../queries/reports.ts'
import { texts } from '../texts.ts'

const words = texts.list

export function RemoveReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const remove = useRemoveReport()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(report.id)
      onClose()
      toast({ title: words.removed, description: report.settings.title })
    } catch (failure) {
      showFailure(words.removeFailed, readServerMessage(failure) ?? texts.builder.failedDescription)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.removeTitle(report.settings.title)}
      description={words.removeDescription}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
