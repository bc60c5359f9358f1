/** Asks before what was typed is lost: on closing, on going back, on leaving the page. */
import { useBlocker } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { texts } from '../texts.ts'

interface UnsavedGuardProps {
  /** Read when the user leaves, so that a change that was just saved does not ask. */
  readonly isUnsaved: RefObject<boolean>
  readonly description: string
}

/** Only for what the URL holds: navigating away closes it. */
export function UnsavedGuard({ isUnsaved, description }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved.current,
    enableBeforeUnload: () => isUnsaved.current,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={texts.guard.title}
      description={description}
      confirmLabel={texts.guard.confirm}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
