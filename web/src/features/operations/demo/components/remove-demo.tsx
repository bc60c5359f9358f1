/** 'Remove demo', with the question before it. */
import { useState } from 'react'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useRemoveDemo } from '../queries.ts'
import { texts } from '../texts.ts'

const ConfirmDialog = makePreloadable(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

interface RemoveDemoProps {
  /** As a link inside a sentence. */
  readonly label?: string
  readonly onRemoved?: () => void
}

export function RemoveDemo({ label, onRemoved }: RemoveDemoProps) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveDemo()
  usePreload(ConfirmDialog)
  const confirm = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setIsOpen(false)
        toast({ title: texts.removed })
        onRemoved?.()
      },
      onError: (error) => {
        setIsOpen(false)
        showFailure(texts.removeFailed, error.message)
      },
    })
  return (
    <>
      {label ? (
        <button type="button" className="link" onClick={() => setIsOpen(true)}>
          {label}
        </button>
      ) : (
        <Button size="small" onClick={() => setIsOpen(true)}>
          {texts.remove}
        </Button>
      )}
      {isOpen ? (
        <ConfirmDialog
          onClose={() => setIsOpen(false)}
          title={texts.question.title}
          description={texts.question.description}
          confirmLabel={texts.question.confirm}
          busy={remove.isPending}
          busyLabel={texts.question.busy}
          onConfirm={confirm}
          danger
        />
      ) : null}
    </>
  )
}
