/** Saves before the user leaves, and asks only when that fails. */
import { useBlocker } from '@tanstack/react-router'
import { currentSession } from '#lib/session.ts'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { texts } from '../texts.ts'
import type { Editing } from './editing.ts'

export function LeaveGuard({ editing }: { readonly editing: Pick<Editing, 'state' | 'flush'> }) {
  useKeepUnsaved(() => editing.state().isUnsaved)
  const blocker = useBlocker({
    shouldBlockFn: async () =>
      currentSession().state !== 'expired' && editing.state().isUnsaved && !(await editing.flush()),
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
