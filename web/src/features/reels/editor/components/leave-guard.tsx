/** Saves before the user leaves, and asks only when that fails. */
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepUnsaved } from '#lib/session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { texts } from '../texts.ts'
import type { Editing } from './editing.ts'

export function LeaveGuard({ editing }: { readonly editing: Pick<Editing, 'state' | 'flush'> }) {
  useEffect(() => keepUnsaved(() => editing.state().isUnsaved), [editing])
  const blocker = useBlocker({
    shouldBlockFn: async () => editing.state().isUnsaved && !(await editing.flush()),
    enableBeforeUnload: () => editing.state().isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      onClose={blocker.reset}
      title={texts.leave.title}
      description={texts.leave.description}
      confirmLabel={texts.leave.confirm}
      danger
      onConfirm={blocker.proceed}
    />
  )
}
