import { type FormEvent, useId, useState } from 'react'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { useSession } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { asksForCode, findMissing, type Problems, readRefusal } from '../rules.ts'
import { texts } from '../texts.ts'

export interface IdentityProof {
  readonly password: string
  readonly code?: string
}

interface ConfirmIdentityProps {
  readonly title: string
  readonly description: string
  readonly submitLabel: string
  readonly busyLabel: string
  readonly danger?: boolean
  readonly onClose: () => void
  /** Runs the action; an error is shown at the field it is about. */
  readonly onConfirm: (proof: IdentityProof) => Promise<void>
}

/** Asks for the password, and then for a code where the server wants one, before something that matters is done. */
export function ConfirmIdentity(props: ConfirmIdentityProps) {
  const { title, description, submitLabel, busyLabel, danger = false, onClose, onConfirm } = props
  const form = useId()
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    // A dialog is drawn in a portal, but its events still rise through the components round it.
    event.stopPropagation()
    if (busy) return
    const target = event.currentTarget
    const found = findMissing({ password, code })
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(target)
    setBusy(true)
    try {
      await onConfirm({ password, ...(code !== null && { code: code.trim() }) })
    } catch (error) {
      setBusy(false)
      if (code === null && asksForCode(error)) return setCode('')
      setProblems(readRefusal(error))
      focusFirstInvalid(target)
    }
  }

  return (
    <Dialog
      onClose={() => !busy && onClose()}
      size="small"
      title={title}
      description={description}
      footer={
        <DialogButtons
          variant={danger ? 'danger' : 'primary'}
          form={form}
          busy={busy}
          busyLabel={busyLabel}
          onCancel={onClose}
        >
          {submitLabel}
        </DialogButtons>
      }
    >
      <form id={form} className="grid gap-2" noValidate onSubmit={(event) => void submit(event)}>
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={problems.password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblems({})
          }}
        />
        {code === null ? null : (
          <TextField
            label={texts.code}
            hint={texts.codeHint}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={code}
            error={problems.code}
            onChange={(event) => {
              setCode(event.target.value)
              setProblems({})
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
