import './layer-styles.ts'
import { AlertDialog as Radix } from 'radix-ui'
import { Button } from './button.tsx'
import { useReturnFocus } from './return-focus.ts'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
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
  open,
  onOpenChange,
  title,
  description,
  cancelLabel = 'Cancel',
  confirmLabel,
  busy = false,
  busyLabel,
  onConfirm,
  danger = false,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Radix.Portal container={document.body}>
        <Radix.Overlay className="scrim">
          <Radix.Content className="dialog" data-size="small" {...returnFocus}>
            <div className="dialog-header">
              <div>
                <Radix.Title>{title}</Radix.Title>
                <Radix.Description>{description}</Radix.Description>
              </div>
            </div>
            <div className="dialog-footer">
              <Radix.Cancel asChild>
                <Button disabled={busy}>{cancelLabel}</Button>
              </Radix.Cancel>
              <Button variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
