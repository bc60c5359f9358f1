/** 'Save Prompt to Library' and 'Save Analysis to Library': each asks for a title. Stays open when saving fails. */
import { PROMPT_TITLE_MAX_LENGTH } from '@tangelo/contract/limits'
import { type SubmitEvent, useState } from 'react'
import { ApiError, readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type NewPrompt, useSavePrompt } from '../queries/changes.ts'
import { texts } from '../texts.ts'

interface SaveDialogProps {
  readonly kind: 'prompt' | 'analysis'
  readonly title?: string
  /** Everything but the title, made on demand: an image may have to be uploaded first. */
  readonly content: () => Promise<Omit<NewPrompt, 'title'>>
  readonly onClose: () => void
}

export function SaveDialog({ kind, title: first = '', content, onClose }: SaveDialogProps) {
  const words = texts.save[kind]
  const [title, setTitle] = useState(first)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = useSavePrompt()

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (title.trim() === '') {
      setError(words.missing)
      showFailure(texts.save.missingTitle, words.missing)
      return focusFirstInvalid(event.currentTarget)
    }
    setBusy(true)
    try {
      await save.mutateAsync({ ...(await content()), title: title.trim() })
      toast({ title: words.done })
      onClose()
    } catch (failure) {
      setBusy(false)
      showFailure(words.failed, causeOf(failure))
    }
  }

  return (
    <Dialog
      size="small"
      onClose={() => !busy && onClose()}
      title={words.title}
      description={words.description}
      footer={
        <DialogButtons form="save-prompt" busy={busy} busyLabel={texts.save.busy} onCancel={onClose}>
          {texts.save.submit}
        </DialogButtons>
      }
    >
      <form id="save-prompt" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.save.label}
          value={title}
          error={error}
          maxLength={PROMPT_TITLE_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => {
            setTitle(event.target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}

function causeOf(failure: unknown): string {
  if (failure instanceof ApiError) return readServerMessage(failure) ?? texts.save.server
  return failure instanceof Error && failure.message ? failure.message : texts.save.unknown
}
