import { signOut } from '#features/identity/index.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { closeFrameLayer } from './palette-state.ts'

/** Asks before a sign-out takes along what is not saved. */
export const SignOutQuestion = () => (
  <ConfirmDialog
    title="Sign out without saving?"
    description="What you changed on this page has not been saved."
    confirmLabel="Sign out"
    danger
    onClose={closeFrameLayer}
    onConfirm={() => {
      closeFrameLayer()
      void signOut()
    }}
  />
)
