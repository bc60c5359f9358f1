/** Asks before a schedule is ended. */
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type ReportSchedule, useRemoveSchedule } from '../queries/reports.ts'
import { texts } from '../texts.ts'

const words = texts.schedules

export function RemoveSchedule({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const remove = useRemoveSchedule()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(schedule.id)
      onClose()
      toast({ title: words.removed, description: words.removedDescription })
    } catch (failure) {
      showFailure(words.removeFailed, readServerMessage(failure) ?? texts.builder.failedDescription)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.removeTitle(schedule.content.title)}
      description={words.removeDescription}
      confirmLabel={words.removeConfirm}
      busy={remove.isPending}
      busyLabel={words.removing}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
