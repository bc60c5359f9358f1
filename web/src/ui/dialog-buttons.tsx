import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface DialogButtonsProps extends ComponentProps<typeof Button> {
  readonly onCancel: () => void
}

/** At the foot of a dialog: the way out, and the button that acts. That one gets all other props; with `form` it submits it. */
export const DialogButtons = ({ onCancel, ...action }: DialogButtonsProps) => (
  <>
    <Button disabled={action.busy} onClick={onCancel}>
      Cancel
    </Button>
    <Button variant="primary" type={action.form ? 'submit' : 'button'} {...action} />
  </>
)
