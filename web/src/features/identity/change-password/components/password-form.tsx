import { PASSWORD_MIN_LENGTH } from '@tangelo/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField } from '#ui/field.tsx'
import { changePassword } from '../queries.ts'
import { findPasswordProblems, type PasswordChange, type PasswordProblems, passwordRefusal } from '../rules.ts'
import { texts } from '../texts.ts'

interface PasswordFormProps {
  readonly username: string
  readonly submitLabel: string
  readonly autoFocus?: boolean
  readonly buttonClassName?: string
  /** Whether the API tokens may be deleted along with it. */
  readonly offersApiTokens?: boolean
  /** The session is another one by then: every earlier one has ended. */
  readonly onChanged?: () => void
}

const EMPTY: PasswordChange = { currentPassword: '', newPassword: '', revokesApiTokens: false }

/** The current password and a new one. */
export function PasswordForm({
  username,
  submitLabel,
  autoFocus = false,
  buttonClassName,
  offersApiTokens = false,
  onChanged,
}: PasswordFormProps) {
  const [change, setChange] = useState(EMPTY)
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [busy, setBusy] = useState(false)
  const revoking = useId()

  const edit = (part: Partial<PasswordChange>): void => {
    setChange({ ...change, ...part })
    setProblems({})
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const found = findPasswordProblems(change)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form)
    setBusy(true)
    try {
      await changePassword(change)
      setChange(EMPTY)
      onChanged?.()
    } catch (error) {
      setProblems(passwordRefusal(error))
      focusFirstInvalid(form)
    }
    setBusy(false)
  }

  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={texts.currentPassword}
        name="current-password"
        autoComplete="current-password"
        autoFocus={autoFocus}
        value={change.currentPassword}
        error={problems.currentPassword}
        onChange={(event) => edit({ currentPassword: event.target.value })}
      />
      <PasswordField
        label={texts.newPassword}
        name="new-password"
        autoComplete="new-password"
        hint={texts.newPasswordHint(PASSWORD_MIN_LENGTH)}
        value={change.newPassword}
        error={problems.newPassword}
        onChange={(event) => edit({ newPassword: event.target.value })}
      />
      {offersApiTokens ? (
        <label htmlFor={revoking} className="flex items-start gap-2 py-1 text-label">
          <Checkbox
            id={revoking}
            label={texts.revokeApiTokens}
            checked={change.revokesApiTokens}
            onChange={(event) => edit({ revokesApiTokens: event.target.checked })}
          />
          <span aria-hidden="true">
            {texts.revokeApiTokens}
            <span className="block text-note text-ink-3">{texts.revokeApiTokensHint}</span>
          </span>
        </label>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        className={buttonClassName ?? ''}
        busy={busy}
        busyLabel={texts.savingPassword}
      >
        {submitLabel}
      </Button>
    </form>
  )
}
