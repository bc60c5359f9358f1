import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  readonly onClose: () => void
  readonly title: string
  readonly description: string
  /** Where 'Cancel' could be taken for what is asked about. */
  readonly cancelLabel?: string
  readonly confirmLabel: string
  readonly busy?: boolean
  readonly busyLabel?: string | undefined
  /** The dialog stays until the caller closes it: what was confirmed may take its time, or fail. */
  readonly onConfirm: () => void
  readonly danger?: boolean
}

/** Asks before something that cannot be taken back. The first focus is on the harmless button. */
export function ConfirmDialog({
  onClose,
  title,
  description,
  cancelLabel = 'Cancel',
  confirmLabel,
  busy = false,
  busyLabel,
  onConfirm,
  danger = false,
}: ConfirmDialogProps) {
  const id = useId()
  const harmless = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    if (!busy) onClose()
  }
  return (
    <Modal
      role="alertdialog"
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      data-size="small"
      isFirm
      firstFocus={harmless}
      onClose={close}
    >
      <div className="dialog-header">
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <p id={`${id}-description`}>{description}</p>
        </div>
      </div>
      <div className="dialog-footer">
        <Button ref={harmless} disabled={busy} onClick={close}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
