/** Asks before a group is deleted; its accounts stay. */
import type { AccountGroup } from '@tangelo/contract'
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useRemoveGroup } from '../queries.ts'
import { texts } from '../texts/compare.ts'

interface RemoveGroupProps {
  group: AccountGroup
  onClose: () => void
  onRemoved: () => void
}

export function RemoveGroup({ group, onClose, onRemoved }: RemoveGroupProps) {
  const remove = useRemoveGroup()
  const words = texts.group
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(group.id)
      onRemoved()
      toast({ title: words.removed, description: words.removedDescription(group.name) })
    } catch (failure) {
      showFailure(words.removeFailed, readServerMessage(failure) ?? words.failedDescription)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.removeTitle(group.name)}
      description={words.removeDescription}
      confirmLabel={words.remove}
      busy={remove.isPending}
      busyLabel={words.removing}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
