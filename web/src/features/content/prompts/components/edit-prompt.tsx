import type { Prompt } from '@tangelo/contract'
import { PROMPT_MAX_LENGTH, PROMPT_TITLE_MAX_LENGTH } from '@tangelo/contract/limits'
import { type SubmitEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { pickChanged } from '#lib/pick-changed.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { useUpdatePrompt } from '../queries/changes.ts'
import { texts } from '../texts.ts'

interface EditPromptProps {
  readonly prompt: Prompt
  readonly onClose: () => void
}

/** Title and text of a prompt. Stays open when saving fails, and asks before it throws away what was typed. */
export function EditPrompt({ prompt: { id, ...opened }, onClose }: EditPromptProps) {
  const [stored] = useState(opened)
  const [title, setTitle] = useState(stored.title)
  const [text, setText] = useState(stored.prompt)
  const [judged, setJudged] = useState(false)
  const update = useUpdatePrompt()
  const hasTitle = title.trim() !== ''
  const hasText = text.trim() !== ''
  const { close, guard } = useGuardedClose({
    isUnsaved: title !== stored.title || text !== stored.prompt,
    isBusy: update.isPending,
    onClose,
    description: texts.edit.guardDescription,
  })

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setJudged(true)
    if (update.isPending) return
    if (!hasTitle || !hasText) return focusFirstInvalid(event.currentTarget)
    const changes = pickChanged(stored, { title: title.trim(), prompt: text })
    if (Object.keys(changes).length === 0) return onClose()
    try {
      await update.mutateAsync({ id, ...changes })
      toast({ title: texts.edit.done })
      onClose()
    } catch (error) {
      showFailure(texts.save.prompt.failed, readServerMessage(error) ?? texts.save.unknown)
    }
  }

  return (
    <Dialog
      onClose={close}
      title={texts.edit.title}
      footer={
        <DialogButtons form="edit-prompt" busy={update.isPending} busyLabel={texts.save.busy} onCancel={close}>
          {texts.edit.submit}
        </DialogButtons>
      }
    >
      <form id="edit-prompt" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.save.label}
          value={title}
          error={judged && !hasTitle ? texts.save.prompt.missing : undefined}
          maxLength={PROMPT_TITLE_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={texts.edit.prompt}
          rows={12}
          dir="auto"
          value={text}
          error={judged && !hasText ? texts.edit.missingPrompt : undefined}
          maxLength={PROMPT_MAX_LENGTH}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      {guard}
    </Dialog>
  )
}
