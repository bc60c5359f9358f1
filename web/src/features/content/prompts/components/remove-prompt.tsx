import type { Prompt } from '@tangelo/contract'
import { readServerMessage } from '#lib/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useRemovePrompt } from '../queries/changes.ts'
import { texts } from '../texts.ts'

interface RemovePromptProps {
  readonly prompt: Prompt
  readonly onClose: () => void
}

export function RemovePrompt({ prompt, onClose }: RemovePromptProps) {
  const remove = useRemovePrompt()
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync(prompt)
      toast({ title: texts.remove.done })
    } catch (error) {
      showFailure(texts.remove.failed, readServerMessage(error) ?? '')
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.remove.title}
      description={texts.remove.description(prompt.title.trim() || texts.card.untitled)}
      confirmLabel={texts.remove.confirm}
      busy={remove.isPending}
      busyLabel={texts.remove.busy}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
