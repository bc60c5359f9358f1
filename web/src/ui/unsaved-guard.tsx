import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface UnsavedGuardProps {
  /** Asked when the user leaves, so that what was just saved is not asked about. */
  readonly isUnsaved: () => boolean
  /** Whether what was made stays, although the address changes. */
  readonly staysAt?: (next: { readonly pathname: string; readonly search: object }) => boolean
  readonly texts: { readonly title: string; readonly description: string; readonly confirm: string }
}

/** Asks before what was made is lost: on closing, on going back, on leaving the page. */
export function UnsavedGuard({ isUnsaved, staysAt = () => false, texts }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isUnsaved() && !staysAt(next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={texts.title}
      description={texts.description}
      confirmLabel={texts.confirm}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
